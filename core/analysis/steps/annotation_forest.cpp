// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/steps/annotation_forest.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <unordered_map>

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

AnnotationForest::AnnotationForest(const Trace& trace, std::span<const SliceId> annotations)
    : m_trace(trace) {
    m_nodes.reserve(annotations.size());
    std::unordered_map<StringId, std::uint32_t> numberOfName;
    std::uint32_t innermost = kNone;
    for (const SliceId slice : annotations) {
        const TimeRange range = trace.slices().range(slice);
        const TrackId track = trace.trackOf(slice);
        if (!m_nodes.empty() && m_nodes.back().track != track) {
            innermost = kNone;
        }
        while (innermost != kNone && m_nodes[innermost].end <= range.begin) {
            innermost = m_nodes[innermost].parent;
        }
        const auto [name, isNew] = numberOfName.try_emplace(
            trace.slices().name(slice), static_cast<std::uint32_t>(m_names.size()));
        if (isNew) {
            m_names.push_back(name->first);
        }
        m_nodes.push_back({slice, track, range.begin, range.end, name->second, innermost});
        innermost = static_cast<std::uint32_t>(m_nodes.size() - 1);
    }
}

std::uint32_t AnnotationForest::nodeOf(SliceId slice) const {
    const Time time = m_trace.slices().start(slice);
    auto after =
        std::upper_bound(m_nodes.begin(), m_nodes.end(), slice,
                         [](SliceId wanted, const Node& node) { return wanted < node.slice; });
    const TrackId track = m_trace.trackOf(slice);
    // Annotations that begin at the very instant, inside the slice, are around its start too.
    while (after != m_nodes.end() && after->track == track && after->begin == time) {
        ++after;
    }
    if (after == m_nodes.begin() || (after - 1)->track != track) {
        return kNone;
    }
    return static_cast<std::uint32_t>(after - m_nodes.begin() - 1);
}

}  // namespace gaplight
