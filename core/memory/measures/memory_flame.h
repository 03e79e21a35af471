// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "core/memory/measures/memory_holders.h"
#include "core/memory/memory_model.h"

namespace gaplight {

// A line of the program with what it holds, or one that called it.
struct MemoryFlameNode {
    static constexpr std::uint32_t kNone = 0xffff'ffffU;

    FrameId frame;  // invalid: no call stack; of the root: all
    std::int64_t bytes = 0;
    std::uint64_t count = 0;    // allocations
    std::int64_t largest = 0;   // bytes of its largest allocation
    std::uint32_t example = 0;  // that allocation
    std::uint32_t parent = kNone;
    std::uint32_t depth = 0;
    std::uint32_t firstChild = 0;  // children are neighbors, the most bytes first
    std::uint32_t childCount = 0;
};

// What is held at a moment, by line: below the root the innermost own frame of each allocation,
// below each frame those that called it, outwards.
class MemoryFlame {
public:
    MemoryFlame() = default;
    // At most kMaxDepth frames of a stack. O(allocations + frames of their stacks).
    MemoryFlame(const MemoryModel& model, const CallStacks& stacks, const OwnFrames& frames,
                Moment moment);

    static constexpr std::uint32_t kMaxDepth = 64;

    // The root is the first one; empty: default-constructed.
    const std::vector<MemoryFlameNode>& nodes() const { return m_nodes; }
    const MemoryFlameNode& operator[](std::uint32_t node) const { return m_nodes[node]; }
    std::uint32_t depth() const { return m_depth; }

private:
    std::vector<MemoryFlameNode> m_nodes;
    std::uint32_t m_depth = 0;  // of the deepest node
};

}  // namespace gaplight
