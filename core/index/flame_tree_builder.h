// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "core/base/id_hash.h"
#include "core/index/flame_tree.h"

namespace gaplight {

// Builds a FlameTree. Nodes are numbered in the order in which they are added, node 0 is the root;
// tree() sorts them by depth and total.
class FlameTreeBuilder {
public:
    FlameTreeBuilder() : m_nodes(1) {}

    // The child of `parent` with this name, added if there is none. O(1).
    [[nodiscard]] std::uint32_t childOf(std::uint32_t parent, StringId name);
    [[nodiscard]] FlameNode& operator[](std::uint32_t node) { return m_nodes[node]; }
    [[nodiscard]] std::span<const FlameNode> nodes() const { return m_nodes; }

    // O(nodes × log children).
    [[nodiscard]] FlameTree tree() const;

private:
    std::vector<FlameNode> m_nodes;
    std::unordered_map<std::uint64_t, std::uint32_t, IdHash> m_children;  // by parent and name
};

}  // namespace gaplight
