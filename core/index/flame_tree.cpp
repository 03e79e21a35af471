// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/index/flame_tree.h"

#include <algorithm>
#include <cstddef>
#include <unordered_map>

#include "core/base/id_hash.h"
#include "core/index/range_slices.h"

namespace gaplight {
namespace {

constexpr std::size_t kStopEvery = 4096;  // slices between looks at the stop token

}  // namespace

// Nodes as they are met; sorted into the tree at the end.
class FlameGathering {
public:
    FlameGathering(const Trace& trace, TimeRange range) : m_trace(trace), m_range(range) {
        m_nodes.emplace_back();
    }

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
        for (const FlameNode& node : m_nodes) {
            if (node.parent == 0) {
                m_nodes.front().total += node.total;
                m_nodes.front().count += node.count;
            }
        }
        FlameTree tree;
        order(tree);
        return tree;
    }

private:
    void add(SliceId slice) {
        const SliceTable& slices = m_trace.slices();
        const SliceId parent = slices.parent(slice);
        // Rows do not overlap: what came last on the parent's row is the parent.
        const std::uint32_t above = parent.isValid() ? m_nodeOfRow[slices.row(parent)] : 0;
        const std::uint32_t at = childOf(above, slices.name(slice));
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

    [[nodiscard]] std::uint32_t childOf(std::uint32_t parent, StringId name) {
        const std::uint64_t key = (std::uint64_t{parent} << 32U) | name.index();
        const auto [found, isNew] =
            m_children.try_emplace(key, static_cast<std::uint32_t>(m_nodes.size()));
        if (isNew) {
            FlameNode node;
            node.name = name;
            node.parent = parent;
            node.depth = m_nodes[parent].depth + 1;
            m_nodes.push_back(node);
            m_longest.resize(m_nodes.size());
        }
        return found->second;
    }

    // Level by level, the children of a node side by side.
    void order(FlameTree& tree) {
        std::vector<std::vector<std::uint32_t>> children(m_nodes.size());
        for (std::uint32_t at = 1; at < m_nodes.size(); ++at) {
            children[m_nodes[at].parent].push_back(at);
            tree.m_depth = std::max(tree.m_depth, m_nodes[at].depth);
        }
        std::vector<std::uint32_t> queue{0};
        tree.m_nodes.push_back(m_nodes.front());
        for (std::uint32_t placed = 0; placed < queue.size(); ++placed) {
            auto& mine = children[queue[placed]];
            std::stable_sort(mine.begin(), mine.end(), [this](std::uint32_t a, std::uint32_t b) {
                return m_nodes[a].total > m_nodes[b].total;
            });
            tree.m_nodes[placed].firstChild = static_cast<std::uint32_t>(queue.size());
            tree.m_nodes[placed].childCount = static_cast<std::uint32_t>(mine.size());
            for (const std::uint32_t child : mine) {
                queue.push_back(child);
                tree.m_nodes.push_back(m_nodes[child]);
                tree.m_nodes.back().parent = placed;
            }
        }
    }

    const Trace& m_trace;
    TimeRange m_range;
    std::vector<FlameNode> m_nodes;
    std::vector<Duration> m_longest{Duration{}};  // per node: its longest slice in the range
    std::vector<std::uint32_t> m_nodeOfRow;
    std::unordered_map<std::uint64_t, std::uint32_t, IdHash> m_children;  // by parent and name
};

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
