// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/steps/annotation_forest.h"

#include <algorithm>
#include <unordered_map>

namespace gaplight {

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
