// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/steps/annotation_extents.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "core/analysis/steps/annotation_forest.h"
#include "core/base/column.h"
#include "core/base/parallel.h"

namespace gaplight {
namespace {

constexpr TimeRange kNothing{Time::max(), Time::min()};

// Start of the call that launched an activity, and the innermost annotation around that call.
struct LaunchPlace {
    std::uint32_t node = AnnotationForest::kNone;  // kNone: no launch, or no annotation
    Time start;
};

// By activity. Runs on all cores, because most of these lookups miss the cache.
Column<LaunchPlace> launchPlaces(const Trace& trace, const LaunchIndex& launches,
                                 const AnnotationForest& forest) {
    Column<LaunchPlace> places(trace.gpuActivities().size());
    parallelFor(std::size_t{0}, places.size(), [&](std::size_t at) {
        const SliceId launch = launches.launchOf(ActivityId(at));
        places[at] = launch.isValid()
                         ? LaunchPlace{forest.nodeOf(launch), trace.slices().start(launch)}
                         : LaunchPlace{};
    });
    return places;
}

}  // namespace

std::vector<AnnotationExtent> annotationExtents(const Trace& trace, const LaunchIndex& launches,
                                                std::span<const SliceId> annotations) {
    const AnnotationForest forest(trace, annotations);
    const Column<LaunchPlace> places = launchPlaces(trace, launches, forest);
    const SliceTable& slices = trace.slices();
    std::map<GpuId, std::vector<TimeRange>> extentsOf;  // one per annotation
    for (std::size_t at = 0; at < trace.gpuActivities().size(); ++at) {
        if (places[at].node == AnnotationForest::kNone) {
            continue;
        }
        const GpuActivity& activity = trace.gpuActivities()[at];
        std::vector<TimeRange>& extents = extentsOf[activity.gpu];
        extents.resize(annotations.size(), kNothing);
        forest.positionsAround(places[at].node, places[at].start, [&](std::uint32_t position) {
            TimeRange& extent = extents[position];
            extent.begin = std::min(extent.begin, slices.start(activity.slice));
            extent.end = std::max(extent.end, slices.end(activity.slice));
        });
    }
    std::vector<AnnotationExtent> all;
    for (const auto& [gpu, extents] : extentsOf) {
        for (std::size_t position = 0; position < extents.size(); ++position) {
            if (extents[position].begin < extents[position].end) {
                all.push_back({annotations[position], gpu, extents[position]});
            }
        }
    }
    std::stable_sort(all.begin(), all.end(), [](const auto& a, const auto& b) {
        return std::tuple(a.gpu, a.range.begin, -a.range.length()) <
               std::tuple(b.gpu, b.range.begin, -b.range.length());
    });
    return all;
}

}  // namespace gaplight
