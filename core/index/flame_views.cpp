// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/index/flame_views.h"

#include <algorithm>
#include <limits>
#include <span>
#include <vector>

#include "core/index/flame_tree_builder.h"

namespace gaplight {
namespace {

constexpr std::int64_t kTrunkPercent = 99;  // of all time

// Adds paths.
class FlameRegrouping {
public:
    explicit FlameRegrouping(const FlameTree& from)
        : m_from(from), m_isCounted(from.nodes().size()) {}

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

    // Empty if nothing was added.
    [[nodiscard]] FlameTree tree() {
        for (const FlameNode& node : m_nodes.nodes()) {
            m_nodes[0].count += node.parent == 0 ? node.count : 0;
        }
        return m_nodes.nodes().size() == 1 ? FlameTree() : m_nodes.tree();
    }

private:
    template <class Count>
    void addTime(std::span<const std::uint32_t> path, Duration own, const Count& count) {
        m_nodes[0].total += own;
        std::uint32_t at = 0;
        for (const std::uint32_t of : path) {
            at = m_nodes.childOf(at, m_from[of].name);
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

    const FlameTree& m_from;
    FlameTreeBuilder m_nodes;
    std::vector<bool> m_isCounted;  // by node of m_from
};

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
