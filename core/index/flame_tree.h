// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <stop_token>
#include <vector>

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
    [[nodiscard]] std::span<const FlameNode> nodes() const { return m_nodes; }
    [[nodiscard]] const FlameNode& operator[](std::uint32_t node) const { return m_nodes[node]; }
    [[nodiscard]] std::uint32_t depth() const { return m_depth; }  // of the deepest node

private:
    friend class FlameTreeBuilder;
    std::vector<FlameNode> m_nodes;
    std::uint32_t m_depth = 0;
};

}  // namespace gaplight
