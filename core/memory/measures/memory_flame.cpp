// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/memory/measures/memory_flame.h"

#include <algorithm>
#include <span>
#include <unordered_map>
#include <utility>

namespace gaplight {
namespace {

// What the allocations of one call stack hold.
struct StackBytes {
    std::int64_t bytes = 0;
    std::uint64_t count = 0;
    std::int64_t largest = 0;
    std::uint32_t example = 0;
};

std::unordered_map<StackId, StackBytes> bytesByStack(const MemoryModel& model, Moment moment) {
    std::unordered_map<StackId, StackBytes> sums;
    for (std::size_t at = 0; at < model.allocations.size(); ++at) {
        const Allocation& one = model.allocations[at];
        if (one.begin > moment) {
            break;
        }
        if (!one.isHeldAt(moment)) {
            continue;
        }
        StackBytes& sum = sums[one.stack];
        sum.bytes += one.size;
        if (++sum.count == 1 || one.size > sum.largest) {
            sum.largest = one.size;
            sum.example = static_cast<std::uint32_t>(at);
        }
    }
    return sums;
}

// A node while the tree grows: children are found by their frame.
struct Growing {
    MemoryFlameNode node;
    std::unordered_map<FrameId, std::uint32_t> children;
};

void add(MemoryFlameNode& node, const StackBytes& sum) {
    node.bytes += sum.bytes;
    if (node.count == 0 || sum.largest > node.largest ||
        (sum.largest == node.largest && sum.example < node.example)) {
        node.largest = sum.largest;
        node.example = sum.example;
    }
    node.count += sum.count;
}

std::uint32_t childOf(std::vector<Growing>& tree, std::uint32_t parent, FrameId frame) {
    const auto [place, isNew] =
        tree[parent].children.try_emplace(frame, static_cast<std::uint32_t>(tree.size()));
    const std::uint32_t child = place->second;
    if (isNew) {
        Growing& added = tree.emplace_back();
        added.node.frame = frame;
        added.node.parent = parent;
        added.node.depth = tree[parent].node.depth + 1;
    }
    return child;
}

// From the innermost own frame on.
std::span<const FrameId> outwards(const CallStacks& stacks, StackId stack, FrameId own) {
    const std::span<const FrameId> all = stacks.frames(stack);
    const auto from = std::ranges::find(all, own);
    return all.subspan(static_cast<std::size_t>(from - all.begin()));
}

}  // namespace

MemoryFlame::MemoryFlame(const MemoryModel& model, const CallStacks& stacks,
                         const OwnFrames& frames, Moment moment) {
    std::vector<Growing> tree(1);
    for (const auto& [stack, sum] : bytesByStack(model, moment)) {
        add(tree[0].node, sum);
        std::uint32_t at = 0;
        if (!stack.isValid()) {
            add(tree[childOf(tree, 0, FrameId{})].node, sum);
            continue;
        }
        for (const FrameId frame : outwards(stacks, stack, frames.of(stack))) {
            if (tree[at].node.depth == kMaxDepth) {
                break;
            }
            at = childOf(tree, at, frame);
            add(tree[at].node, sum);
        }
    }
    // Breadth first, so that children are neighbors.
    m_nodes.push_back(tree[0].node);
    std::vector<std::uint32_t> sources{0};
    for (std::uint32_t at = 0; at < m_nodes.size(); ++at) {
        std::vector<std::pair<FrameId, std::uint32_t>> children(tree[sources[at]].children.begin(),
                                                                tree[sources[at]].children.end());
        std::ranges::sort(children, [&](const auto& a, const auto& b) {
            const std::int64_t bytesA = tree[a.second].node.bytes;
            const std::int64_t bytesB = tree[b.second].node.bytes;
            return bytesA != bytesB ? bytesA > bytesB : a.first < b.first;
        });
        m_nodes[at].firstChild = static_cast<std::uint32_t>(m_nodes.size());
        m_nodes[at].childCount = static_cast<std::uint32_t>(children.size());
        m_depth = std::max(m_depth, m_nodes[at].depth);
        for (const auto& [frame, source] : children) {
            m_nodes.push_back(tree[source].node);
            m_nodes.back().parent = at;
            sources.push_back(source);
        }
    }
}

}  // namespace gaplight
