// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <stop_token>
#include <unordered_map>
#include <vector>

#include "core/base/id.h"
#include "core/index/row_index.h"
#include "core/trace/trace.h"

namespace gaplight {

// A node aggregates all slices of a range with the same path of names from the outermost slice
// down.
struct FlameNode {
    static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

    StringId name;                 // invalid for the root
    std::uint32_t parent = kNone;  // kNone for the root
    std::uint32_t firstChild = 0;  // children are contiguous, largest total first
    std::uint32_t childCount = 0;
    std::uint32_t depth = 0;  // 0 for the root
    std::uint64_t count = 0;
    Duration total{};  // time inside the range; for the root, the sum of its children
    Duration base{};   // the same in the range that the tree is compared with (flameAgainst)
    SliceId longest;   // the slice with the most time in the range
};

// Time of a range aggregated by call path, the data of a flame graph.
//
//   step                       root
//   |- forward   |- forward      step     2 x forward = 1 node, count 2
//   |  |- gemm   |  |- gemm        forward
//   |- backward                      gemm    total = both gemm slices
//                                  backward
//
// Node 0 is the root; parents precede their children.
class FlameTree {
public:
    // Slices that overlap without nesting count below their parent like all others, so the children
    // can sum to more than their parent. If `stop` is requested the result is incomplete and must
    // be discarded. O(slices in the range × log children).
    [[nodiscard]] static FlameTree build(const Trace& trace, const RowIndex& rows,
                                         std::span<const TrackId> tracks, TimeRange range,
                                         const std::stop_token& stop = {});

    // Empty if the tree was not built.
    std::span<const FlameNode> nodes() const { return m_nodes; }
    const FlameNode& operator[](std::uint32_t node) const { return m_nodes[node]; }
    std::uint32_t depth() const { return m_depth; }  // of the deepest node

private:
    friend class FlameTreeBuilder;
    std::vector<FlameNode> m_nodes;
    std::uint32_t m_depth = 0;
};

// Builds a FlameTree. Nodes are numbered in the order in which they are added, node 0 is the root;
// tree() sorts them by depth and total.
class FlameTreeBuilder {
public:
    FlameTreeBuilder() : m_nodes(1) {}

    // The child of `parent` with this name, added if there is none. O(1).
    [[nodiscard]] std::uint32_t childOf(std::uint32_t parent, StringId name);
    [[nodiscard]] FlameNode& operator[](std::uint32_t node) { return m_nodes[node]; }
    std::span<const FlameNode> nodes() const { return m_nodes; }

    // O(nodes × log children).
    FlameTree tree() const;

private:
    std::vector<FlameNode> m_nodes;
    std::unordered_map<std::uint64_t, std::uint32_t, IdHash> m_children;  // by parent and name
};

// `tree` with the time that each path has in `base`, for a flame graph of differences (Gregg, 2014,
// "Differential Flame Graphs"). Paths that only `base` has are added with a total of 0. `nameOf`
// gives the id that a name of `base` has in the trace of `tree`; invalid: that trace lacks it.
// O(nodes of both).
[[nodiscard]] FlameTree flameAgainst(const FlameTree& tree, const FlameTree& base,
                                     const std::function<StringId(StringId)>& nameOf);

// For flameAgainst(): names with the same text are the same, and so are two that differ in their
// numbers alone ("ProfilerStep#3" and "ProfilerStep#4") where neither has one of the same text.
// Others are what the trace has of that text.
// O(nodes of both).
[[nodiscard]] std::unordered_map<StringId, StringId> sameFlameNames(const Trace& trace,
                                                                    const FlameTree& tree,
                                                                    const Trace& baseTrace,
                                                                    const FlameTree& base);

// Other trees made of the paths of a flame tree. All are O(nodes × depth) and sum to the same time
// as the paths they keep. A path is a node with its own time: its total without its children's.

// Bottom-up: the functions with most time of their own first, below each its callers.
//
//   step 10            gemm 7          with step 1, forward 2 and gemm 7 of their own
//   |- forward 9       |- forward 7
//      |- gemm 7          |- step 7
//                      forward 2 ...
[[nodiscard]] FlameTree reversedFlame(const FlameTree& tree);

// Paths through a name that matches.
[[nodiscard]] FlameTree filteredFlame(const FlameTree& tree,
                                      const std::function<bool(StringId)>& matches);

struct FoldedFlame {
    FlameTree tree;
    std::uint32_t folded = 0;  // number of nodes left out
};
// Without the outermost nodes that have at least 99 % of all time each, which only say how the
// program was started; what else is in them moves to the root. The last of them stays.
[[nodiscard]] FoldedFlame foldedFlame(const FlameTree& tree);

}  // namespace gaplight
