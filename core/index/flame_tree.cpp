// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/index/flame_tree.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <unordered_set>

#include "core/base/text_hash.h"
#include "core/index/range_slices.h"

namespace gaplight {
namespace {

constexpr std::size_t kStopEvery = 4096;  // slices between looks at the stop token

// Adds the slices of tracks.
class FlameGathering {
public:
    FlameGathering(const Trace& trace, TimeRange range) : m_trace(trace), m_range(range) {}

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
        for (const FlameNode& node : m_nodes.nodes()) {
            if (node.parent == 0) {
                m_nodes[0].total += node.total;
                m_nodes[0].count += node.count;
            }
        }
        return m_nodes.tree();
    }

private:
    void add(SliceId slice) {
        const SliceTable& slices = m_trace.slices();
        const SliceId parent = slices.parent(slice);
        // Rows do not overlap: what came last on the parent's row is the parent.
        const std::uint32_t above = parent.isValid() ? m_nodeOfRow[slices.row(parent)] : 0;
        const std::uint32_t at = m_nodes.childOf(above, slices.name(slice));
        m_longest.resize(m_nodes.nodes().size());
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

    const Trace& m_trace;
    TimeRange m_range;
    FlameTreeBuilder m_nodes;
    std::vector<Duration> m_longest;  // per node: its longest slice in the range
    std::vector<std::uint32_t> m_nodeOfRow;
};

}  // namespace

FlameTree FlameTree::build(const Trace& trace, const RowIndex& rows,
                           std::span<const TrackId> tracks, TimeRange range,
                           const std::stop_token& stop) {
    FlameGathering gathering(trace, range);
    for (const TrackId track : tracks) {
        gathering.addTrack(rows, track, stop);
    }
    return gathering.tree();
}

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

FlameTree flameAgainst(const FlameTree& tree, const FlameTree& base,
                       const std::function<StringId(StringId)>& nameOf) {
    if (tree.nodes().empty()) {
        return tree;
    }
    FlameTreeBuilder all;
    std::vector<std::uint32_t> placed(tree.nodes().size());  // by node; parents come first
    all[0] = tree[0];
    for (std::uint32_t at = 1; at < tree.nodes().size(); ++at) {
        placed[at] = all.childOf(placed[tree[at].parent], tree[at].name);
        FlameNode& node = all[placed[at]];
        node.count = tree[at].count;
        node.total = tree[at].total;
        node.longest = tree[at].longest;
    }
    placed.assign(base.nodes().size(), 0);
    for (std::uint32_t at = 0; at < base.nodes().size(); ++at) {
        if (at > 0) {
            placed[at] = all.childOf(placed[base[at].parent], nameOf(base[at].name));
        }
        all[placed[at]].base += base[at].total;
    }
    return all.tree();
}

namespace {

// "ProfilerStep#" of "ProfilerStep#12".
std::string withoutNumbers(std::string_view text) {
    std::string kept(text);
    std::erase_if(kept, [](char c) { return c >= '0' && c <= '9'; });
    return kept;
}

}  // namespace

std::unordered_map<StringId, StringId> sameFlameNames(const Trace& trace, const FlameTree& tree,
                                                      const Trace& baseTrace,
                                                      const FlameTree& base) {
    std::unordered_map<StringId, StringId> same;  // by name of the base
    std::unordered_map<std::string, StringId, TextHash>
        unnumbered;  // names that the base does not have
    std::unordered_set<std::string_view, TextHash> textsOfBase;
    for (std::uint32_t at = 1; at < base.nodes().size(); ++at) {
        textsOfBase.insert(baseTrace.text(base[at].name));
    }
    std::unordered_map<std::string_view, StringId, TextHash> names;
    for (std::uint32_t at = 1; at < tree.nodes().size(); ++at) {
        const std::string_view text = trace.text(tree[at].name);
        names.emplace(text, tree[at].name);
        if (!textsOfBase.contains(text)) {
            unnumbered.emplace(withoutNumbers(text), tree[at].name);
        }
    }
    for (std::uint32_t at = 1; at < base.nodes().size(); ++at) {
        const std::string_view text = baseTrace.text(base[at].name);
        if (const auto found = names.find(text); found != names.end()) {
            same.emplace(base[at].name, found->second);
        } else {
            const auto alike = unnumbered.find(withoutNumbers(text));
            same.emplace(base[at].name, alike == unnumbered.end()
                                            ? trace.findText(text).value_or(StringId())
                                            : alike->second);
        }
    }
    return same;
}

namespace {

constexpr std::int64_t kTrunkPercent = 99;  // of all time

// Of a node without its children.
struct OwnTime {
    Duration total{};
    Duration base{};
};

// Adds paths.
class FlameRegrouping {
public:
    explicit FlameRegrouping(const FlameTree& from)
        : m_from(from), m_isCounted(from.nodes().size()) {}

    // `path`: nodes of the other tree, outermost first, each of which has `own` time more.
    void add(std::span<const std::uint32_t> path, OwnTime own) {
        addTime(path, own, [this](FlameNode& node, std::uint32_t of) {
            if (!m_isCounted[of]) {
                m_isCounted[of] = true;
                count(node, m_from[of]);
            }
        });
    }
    // The same where the path leads to callers: all nodes count the calls of the first.
    void addReversed(std::span<const std::uint32_t> path, OwnTime own) {
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
    void addTime(std::span<const std::uint32_t> path, OwnTime own, const Count& count) {
        m_nodes[0].total += own.total;
        m_nodes[0].base += own.base;
        std::uint32_t at = 0;
        for (const std::uint32_t of : path) {
            at = m_nodes.childOf(at, m_from[of].name);
            m_nodes[at].total += own.total;
            m_nodes[at].base += own.base;
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

OwnTime ownTime(const FlameTree& tree, std::uint32_t at) {
    OwnTime own{tree[at].total, tree[at].base};
    for (std::uint32_t child = 0; child < tree[at].childCount; ++child) {
        own.total -= tree[tree[at].firstChild + child].total;
        own.base -= tree[tree[at].firstChild + child].base;
    }
    // Children can overlap without nesting.
    return {std::max(own.total, Duration::zero()), std::max(own.base, Duration::zero())};
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
bool isPath(const FlameTree& tree, std::uint32_t at, OwnTime own) {
    return own.total > Duration::zero() || own.base > Duration::zero() || tree[at].childCount == 0;
}

}  // namespace

FlameTree reversedFlame(const FlameTree& tree) {
    FlameRegrouping regrouping(tree);
    std::vector<std::uint32_t> path;
    for (std::uint32_t at = 1; at < tree.nodes().size(); ++at) {
        if (const OwnTime own = ownTime(tree, at); isPath(tree, at, own)) {
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
        const OwnTime own = ownTime(tree, at);
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
        const OwnTime own = ownTime(tree, at);
        if (!isTrunk[at] && isPath(tree, at, own)) {
            findPath(tree, at, path);
            std::erase_if(path, [&](std::uint32_t node) { return isTrunk[node]; });
            regrouping.add(path, own);
        }
    }
    return {regrouping.tree(), tree[trunk].depth};
}

}  // namespace gaplight
