// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/index/flame_views.h"

#include <algorithm>
#include <limits>
#include <span>
#include <unordered_map>
#include <vector>

#include "core/base/id_hash.h"

namespace gaplight {
namespace {

constexpr std::int64_t kTrunkPercent = 99;  // of all time

}  // namespace

// Adds paths, and orders the tree at the end.
class FlameRegrouping {
public:
    explicit FlameRegrouping(const FlameTree& from)
        : m_from(from), m_nodes(1), m_isCounted(from.nodes().size()) {}

    // `path`: nodes of the other tree, outermost first, each of which has `own` time more.
    void add(std::span<const std::uint32_t> path, Duration own) {
        addTime(path, own, [this](FlameNode& node, std::uint32_t of) {
            if (!m_isCounted[of]) {
                m_isCounted[of] = true;
                count(node, m_from[of]);
            }
        });
    }
    // The same where the path leads to callers: all nodes count the calls of the first.
    void addReversed(std::span<const std::uint32_t> path, Duration own) {
        addTime(path, own,
                [&](FlameNode& node, std::uint32_t) { count(node, m_from[path.front()]); });
    }

    [[nodiscard]] FlameTree tree() {
        std::vector<std::vector<std::uint32_t>> children(m_nodes.size());
        FlameTree tree;
        for (std::uint32_t at = 1; at < m_nodes.size(); ++at) {
            children[m_nodes[at].parent].push_back(at);
            m_nodes.front().count += m_nodes[at].parent == 0 ? m_nodes[at].count : 0;
            tree.m_depth = std::max(tree.m_depth, m_nodes[at].depth);
        }
        if (m_nodes.size() == 1) {
            return tree;
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

private:
    template <class Count>
    void addTime(std::span<const std::uint32_t> path, Duration own, const Count& count) {
        m_nodes.front().total += own;
        std::uint32_t at = 0;
        for (const std::uint32_t of : path) {
            at = childOf(at, m_from[of].name);
            m_nodes[at].total += own;
            count(m_nodes[at], of);
        }
    }

    // The longest slice is of the node added first.
    static void count(FlameNode& node, const FlameNode& from) {
        node.count += from.count;
        if (!node.longest.isValid()) {
            node.longest = from.longest;
        }
    }

    std::uint32_t childOf(std::uint32_t parent, StringId name) {
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

    const FlameTree& m_from;
    std::vector<FlameNode> m_nodes;
    std::vector<bool> m_isCounted;                                        // by node of m_from
    std::unordered_map<std::uint64_t, std::uint32_t, IdHash> m_children;  // by parent and name
};

namespace {

Duration ownTime(const FlameTree& tree, std::uint32_t at) {
    Duration own = tree[at].total;
    for (std::uint32_t child = 0; child < tree[at].childCount; ++child) {
        own -= tree[tree[at].firstChild + child].total;
    }
    return std::max(own, Duration::zero());  // children can overlap without nesting
}

// From the outermost node below the root to `at`.
void findPath(const FlameTree& tree, std::uint32_t at, std::vector<std::uint32_t>& path) {
    path.clear();
    for (; at != 0 && at != FlameNode::kNone; at = tree[at].parent) {
        path.push_back(at);
    }
    std::reverse(path.begin(), path.end());
}

// A leaf counts although it has no time: a slice of 0 ns.
bool isPath(const FlameTree& tree, std::uint32_t at, Duration own) {
    return own > Duration::zero() || tree[at].childCount == 0;
}

}  // namespace

FlameTree reversedFlame(const FlameTree& tree) {
    FlameRegrouping regrouping(tree);
    std::vector<std::uint32_t> path;
    for (std::uint32_t at = 1; at < tree.nodes().size(); ++at) {
        if (const Duration own = ownTime(tree, at); isPath(tree, at, own)) {
            findPath(tree, at, path);
            std::reverse(path.begin(), path.end());
            regrouping.addReversed(path, own);
        }
    }
    return regrouping.tree();
}

FlameTree filteredFlame(const FlameTree& tree, const std::function<bool(StringId)>& matches) {
    // Whether the node or one above it matches; parents precede their children.
    std::vector<bool> isThrough(tree.nodes().size());
    FlameRegrouping regrouping(tree);
    std::vector<std::uint32_t> path;
    for (std::uint32_t at = 1; at < tree.nodes().size(); ++at) {
        isThrough[at] = isThrough[tree[at].parent] || matches(tree[at].name);
        const Duration own = ownTime(tree, at);
        if (isThrough[at] && isPath(tree, at, own)) {
            findPath(tree, at, path);
            regrouping.add(path, own);
        }
    }
    return regrouping.tree();
}

FoldedFlame foldedFlame(const FlameTree& tree) {
    std::uint32_t trunk = 0;  // the innermost node that is left out; 0: none
    for (std::uint32_t at = 0; !tree.nodes().empty() && tree[at].childCount > 0;) {
        const std::uint32_t child = tree[at].firstChild;
        if (tree[child].total * 100 < tree[0].total * kTrunkPercent) {
            break;
        }
        trunk = at;
        at = child;
    }
    if (trunk == 0) {
        return {tree, 0};
    }
    FlameRegrouping regrouping(tree);
    std::vector<std::uint32_t> path;
    std::vector<bool> isTrunk(tree.nodes().size());
    for (std::uint32_t at = trunk; at != 0; at = tree[at].parent) {
        isTrunk[at] = true;
    }
    for (std::uint32_t at = 1; at < tree.nodes().size(); ++at) {
        const Duration own = ownTime(tree, at);
        if (!isTrunk[at] && isPath(tree, at, own)) {
            findPath(tree, at, path);
            std::erase_if(path, [&](std::uint32_t node) { return isTrunk[node]; });
            regrouping.add(path, own);
        }
    }
    return {regrouping.tree(), tree[trunk].depth};
}

}  // namespace gaplight
