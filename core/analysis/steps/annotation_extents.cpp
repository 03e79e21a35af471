// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/steps/annotation_extents.h"

#include <algorithm>
#include <map>
#include <tuple>

#include <tbb/parallel_for.h>

#include "core/analysis/steps/annotation_forest.h"

namespace gaplight {
namespace {

constexpr TimeRange kNothing{Time::max(), Time::min()};

// Per activity: the innermost annotation around its launch.
std::vector<std::uint32_t> nodesOf(const Trace& trace, const LaunchIndex& launches,
                                   const AnnotationForest& forest) {
    std::vector<std::uint32_t> nodes(trace.gpuActivities().size());
    tbb::parallel_for(std::size_t{0}, nodes.size(), [&](std::size_t at) {
        const SliceId launch = launches.launchOf(ActivityId(at));
        nodes[at] = launch.isValid() ? forest.nodeOf(launch) : AnnotationForest::kNone;
    });
    return nodes;
}

}  // namespace

std::vector<AnnotationExtent> annotationExtents(const Trace& trace, const LaunchIndex& launches,
                                                std::span<const SliceId> annotations) {
    const AnnotationForest forest(trace, annotations);
    const std::vector<std::uint32_t> nodes = nodesOf(trace, launches, forest);
    const SliceTable& slices = trace.slices();
    std::map<GpuId, std::vector<TimeRange>> extentsOf;  // one per annotation
    for (std::size_t at = 0; at < trace.gpuActivities().size(); ++at) {
        if (nodes[at] == AnnotationForest::kNone) {
            continue;
        }
        const GpuActivity& activity = trace.gpuActivities()[at];
        const Time launched = slices.start(launches.launchOf(ActivityId(at)));
        std::vector<TimeRange>& extents = extentsOf[activity.gpu];
        extents.resize(annotations.size(), kNothing);
        forest.positionsAround(nodes[at], launched, [&](std::uint32_t position) {
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
