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

// All slices of a range that have the same names around them, as one.
struct FlameNode {
    static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

    StringId name;                 // invalid: the root
    std::uint32_t parent = kNone;  // kNone: the root
    std::uint32_t firstChild = 0;  // children lie contiguous, most time first
    std::uint32_t childCount = 0;
    std::uint32_t depth = 0;  // of the root: 0
    std::uint64_t count = 0;
    Duration total{};  // what lies in the range; of the root: of its children
    SliceId longest;   // the one with most time in the range
};

// Where the time of a range went, by paths of names. Node 0 is the root; parents come before
// their children.
class FlameTree {
public:
    // Slices that overlap without nesting lie below their parent like all others, so children may
    // sum to more than their parent. Stops early with a tree that is to be thrown away. O(slices
    // in the range × log children).
    [[nodiscard]] static FlameTree build(const Trace& trace, const RowIndex& rows,
                                         std::span<const TrackId> tracks, TimeRange range,
                                         const std::stop_token& stop = {});

    // Empty where nothing was built.
    [[nodiscard]] std::span<const FlameNode> nodes() const { return m_nodes; }
    [[nodiscard]] const FlameNode& operator[](std::uint32_t node) const { return m_nodes[node]; }
    [[nodiscard]] std::uint32_t depth() const { return m_depth; }  // of the deepest node

private:
    friend class FlameGathering;
    std::vector<FlameNode> m_nodes;
    std::uint32_t m_depth = 0;
};

}  // namespace gaplight
