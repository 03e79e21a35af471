// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/index/flame_tree_builder.h"

#include <algorithm>

namespace gaplight {

std::uint32_t FlameTreeBuilder::childOf(std::uint32_t parent, StringId name) {
    const std::uint64_t key = (std::uint64_t{parent} << 32U) | name.index();
    const auto [found, isNew] =
        m_children.try_emplace(key, static_cast<std::uint32_t>(m_nodes.size()));
    if (isNew) {
        FlameNode node;
        node.name = name;
        node.parent = parent;
        node.depth = m_nodes[parent].depth + 1;
        m_nodes.push_back(node);
    }
    return found->second;
}

// Level by level, the children of a node side by side.
FlameTree FlameTreeBuilder::tree() const {
    std::vector<std::vector<std::uint32_t>> children(m_nodes.size());
    FlameTree tree;
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
    return tree;
}

}  // namespace gaplight
