// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/index/flame_tree.h"

#include <algorithm>
#include <cstddef>

#include "core/index/flame_tree_builder.h"
#include "core/index/range_slices.h"

namespace gaplight {
namespace {

constexpr std::size_t kStopEvery = 4096;  // slices between looks at the stop token

// Adds the slices of tracks.
class FlameGathering {
public:
    FlameGathering(const Trace& trace, TimeRange range) : m_trace(trace), m_range(range) {}

    void addTrack(const RowIndex& rows, TrackId track, const std::stop_token& stop) {
        m_nodeOfRow.assign(m_trace.tracks()[track.index()].rows, 0);
        // In the order of the table a parent comes before what is inside it.
        std::vector<SliceId> slices;
        forEachSliceWithin(m_trace, rows, track, m_range,
                           [&](SliceId slice) { slices.push_back(slice); });
        std::sort(slices.begin(), slices.end());
        for (std::size_t i = 0; i < slices.size(); ++i) {
            if (i % kStopEvery == 0 && stop.stop_requested()) {
                return;
            }
            add(slices[i]);
        }
    }

    [[nodiscard]] FlameTree tree() {
        for (const FlameNode& node : m_nodes.nodes()) {
            if (node.parent == 0) {
                m_nodes[0].total += node.total;
                m_nodes[0].count += node.count;
            }
        }
        return m_nodes.tree();
    }

private:
    void add(SliceId slice) {
        const SliceTable& slices = m_trace.slices();
        const SliceId parent = slices.parent(slice);
        // Rows do not overlap: what came last on the parent's row is the parent.
        const std::uint32_t above = parent.isValid() ? m_nodeOfRow[slices.row(parent)] : 0;
        const std::uint32_t at = m_nodes.childOf(above, slices.name(slice));
        m_longest.resize(m_nodes.nodes().size());
        m_nodeOfRow[slices.row(slice)] = at;
        FlameNode& node = m_nodes[at];
        const Duration inside =
            std::min(slices.end(slice), m_range.end) - std::max(slices.start(slice), m_range.begin);
        ++node.count;
        node.total += inside;
        if (!node.longest.isValid() || inside > m_longest[at]) {
            node.longest = slice;
            m_longest[at] = inside;
        }
    }

    const Trace& m_trace;
    TimeRange m_range;
    FlameTreeBuilder m_nodes;
    std::vector<Duration> m_longest;  // per node: its longest slice in the range
    std::vector<std::uint32_t> m_nodeOfRow;
};

}  // namespace

FlameTree FlameTree::build(const Trace& trace, const RowIndex& rows,
                           std::span<const TrackId> tracks, TimeRange range,
                           const std::stop_token& stop) {
    FlameGathering gathering(trace, range);
    for (const TrackId track : tracks) {
        gathering.addTrack(rows, track, stop);
    }
    return gathering.tree();
}

}  // namespace gaplight
