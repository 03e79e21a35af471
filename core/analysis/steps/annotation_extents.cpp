// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/steps/annotation_extents.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "core/analysis/steps/annotation_forest.h"

namespace gaplight {
namespace {

constexpr TimeRange kNothing{Time::max(), Time::min()};

}  // namespace

std::vector<AnnotationExtent> annotationExtents(const Trace& trace, const LaunchIndex& launches,
                                                std::span<const SliceId> annotations) {
    const AnnotationForest forest(trace, annotations);
    const SliceTable& slices = trace.slices();
    std::map<GpuId, std::vector<TimeRange>> extentsOf;  // one per annotation
    for (std::size_t at = 0; at < trace.gpuActivities().size(); ++at) {
        const GpuActivity& activity = trace.gpuActivities()[at];
        const SliceId launch = launches.launchOf(ActivityId(at));
        if (!launch.isValid()) {
            continue;
        }
        const std::uint32_t node = forest.nodeOf(launch);
        if (node == AnnotationForest::kNone) {
            continue;
        }
        std::vector<TimeRange>& extents = extentsOf[activity.gpu];
        extents.resize(annotations.size(), kNothing);
        forest.positionsAround(node, slices.start(launch), [&](std::uint32_t position) {
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
