// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/provenance/gpu_time_tree.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "core/analysis/torch/annotation_name.h"
#include "core/analysis/torch/torch_names.h"
#include "core/base/id.h"
#include "core/base/statistics.h"
#include "core/base/text_hash.h"

namespace gaplight {
namespace {

constexpr std::size_t kStopInterval = 4096;  // in activities

// Which slices are nodes, and which of their names are one.
class NodeNames {
public:
    explicit NodeNames(const Trace& trace) : m_trace(trace) {}

    [[nodiscard]] std::optional<GpuTimeKind> kindOf(SliceId slice) {
        switch (m_trace.kind(slice)) {
            case SliceKind::UserAnnotation:
                return GpuTimeKind::Annotation;
            case SliceKind::CpuOp:
                return GpuTimeKind::Operator;
            case SliceKind::PythonFunction:
                return isModule(m_trace.slices().name(slice)) ? std::optional(GpuTimeKind::Module)
                                                              : std::nullopt;
            default:
                return std::nullopt;
        }
    }

    [[nodiscard]] bool isModule(StringId name) {
        enum : char { kUnknown, kNo, kYes };
        if (m_isModule.empty()) {
            m_isModule.resize(m_trace.strings().size(), kUnknown);
        }
        char& known = m_isModule[name.index()];
        if (known == kUnknown) {
            known = isModuleCall(m_trace.text(name)) ? kYes : kNo;
        }
        return known == kYes;
    }

    // Equal for names that are one node: of annotations, for all of a group.
    [[nodiscard]] std::uint32_t keyOf(GpuTimeKind kind, StringId name) {
        if (kind != GpuTimeKind::Annotation) {
            return name.value;
        }
        const auto [at, isNew] = m_keyOfAnnotation.try_emplace(name.value, name.value);
        if (isNew) {
            at->second = m_firstOfGroup.try_emplace(annotationGroup(m_trace.text(name)), name.value)
                             .first->second;
        }
        return at->second;
    }

private:
    const Trace& m_trace;
    std::unordered_map<std::uint32_t, std::uint32_t> m_keyOfAnnotation;  // by name
    std::unordered_map<std::string, std::uint32_t, TextHash> m_firstOfGroup;
    std::vector<char> m_isModule;  // by name
};

[[nodiscard]] std::uint64_t placeOf(std::uint32_t parent, std::uint32_t key) {
    return (static_cast<std::uint64_t>(parent) << 32U) | key;
}

// The nodes in the order in which they are found: parents precede their children. Node 0 is the
// root.
class NodeTable {
public:
    NodeTable() {
        m_nodes.emplace_back();
        m_lookups.emplace_back();
    }

    std::uint32_t size() const { return static_cast<std::uint32_t>(m_nodes.size()); }
    [[nodiscard]] GpuTimeNode& operator[](std::uint32_t node) { return m_nodes[node]; }

    // The child of this kind and key; a new one if there is none.
    [[nodiscard]] std::uint32_t childAt(std::uint32_t parent, GpuTimeKind kind, std::uint32_t key) {
        // Often the one that was looked up last: an operator launches the same kernel each time.
        const std::uint32_t last = m_lookups[parent].child;
        if (last != 0 && m_nodes[last].kind == kind && m_lookups[last].key == key) {
            return last;
        }
        auto& children = m_children[static_cast<std::size_t>(kind)];
        const auto [at, isNew] =
            children.try_emplace(placeOf(parent, key), static_cast<std::uint32_t>(m_nodes.size()));
        if (isNew) {
            GpuTimeNode node;
            node.kind = kind;
            node.parent = parent;
            node.depth = m_nodes[parent].depth + 1;
            m_nodes.push_back(node);
            m_lookups.push_back({key, 0, {}});
        }
        m_lookups[parent].child = at->second;
        return at->second;
    }

    // Counts a call once, however many of its activities follow each other.
    void countCall(std::uint32_t node, SliceId call) {
        m_nodes[node].calls += m_lookups[node].lastCall != call ? 1 : 0;
        m_lookups[node].lastCall = call;
    }

private:
    struct Lookup {
        std::uint32_t key = 0;    // of the node, below its parent
        std::uint32_t child = 0;  // looked up last; 0: none
        SliceId lastCall;         // slice of the host that was counted last
    };

    std::vector<GpuTimeNode> m_nodes;
    std::vector<Lookup> m_lookups;                                                       // by node
    std::array<std::unordered_map<std::uint64_t, std::uint32_t, IdHash>, 6> m_children;  // by kind
};

// Finds the node of each activity, in the order of their launches, and adds those that are missing.
class ActivityNodes {
public:
    ActivityNodes(const Trace& trace, const ReplayOrigins* origins, NodeTable& nodes)
        : m_trace(trace), m_origins(origins), m_names(trace), m_nodes(nodes) {}

    // The node of kind Activity that counts it.
    [[nodiscard]] std::uint32_t nodeOf(const CountedActivity& activity) {
        const std::uint32_t around = activity.launch.isValid()
                                         ? addOrigin(nodeAround(activity.launch), activity)
                                         : childOf(0, GpuTimeKind::NoLaunch, {});
        return childOf(around, GpuTimeKind::Activity, m_trace.slices().name(activity.slice));
    }

private:
    // A slice around the last launch, with the innermost node that contains it.
    struct Around {
        SliceId slice;
        std::uint32_t node = 0;
    };

    // The innermost node around a call. Launches come in the order of the table, where a slice
    // precedes what is inside of it: each slice around any of them is added once.
    [[nodiscard]] std::uint32_t nodeAround(SliceId launch) {
        m_added.clear();
        SliceId at = m_trace.slices().parent(launch);
        for (; at.isValid(); at = m_trace.slices().parent(at)) {
            while (!m_around.empty() && at < m_around.back().slice) {
                m_around.pop_back();
            }
            if (!m_around.empty() && m_around.back().slice == at) {
                break;
            }
            m_added.push_back(at);
        }
        if (!at.isValid()) {
            m_around.clear();
        }
        for (auto added = m_added.rbegin(); added != m_added.rend(); ++added) {
            m_around.push_back({*added, nodeInside(innermost(), *added)});
        }
        return innermost();
    }

    std::uint32_t innermost() const { return m_around.empty() ? 0 : m_around.back().node; }

    // The node of a slice inside `node`, which it is part of if its name is the same.
    [[nodiscard]] std::uint32_t nodeInside(std::uint32_t node, SliceId slice) {
        const std::optional<GpuTimeKind> kind = m_names.kindOf(slice);
        if (!kind) {
            return node;
        }
        const StringId name = m_trace.slices().name(slice);
        const bool isPart = m_nodes[node].kind == *kind &&
                            m_names.keyOf(*kind, m_nodes[node].name) == m_names.keyOf(*kind, name);
        if (isPart) {
            return node;
        }
        const std::uint32_t child = childOf(node, *kind, name);
        m_nodes.countCall(child, slice);
        return child;
    }

    // The node of the innermost step of a captured call below that of its replay.
    [[nodiscard]] std::uint32_t addOrigin(std::uint32_t node, const CountedActivity& activity) {
        const NodeOrigin* origin = m_origins == nullptr ? nullptr : m_origins->find(activity.slice);
        if (origin == nullptr) {
            return node;
        }
        m_steps.clear();
        for (OriginPathId at = origin->path; at.isValid(); at = m_origins->paths.step(at).parent) {
            if (m_origins->paths.step(at).kind != OriginKind::Python) {
                m_steps.push_back(at);
            }
        }
        for (auto at = m_steps.rbegin(); at != m_steps.rend(); ++at) {
            node = childOfOrigin(node, *at);
            m_nodes.countCall(node, activity.launch);
        }
        return node;
    }

    [[nodiscard]] std::uint32_t childOfOrigin(std::uint32_t parent, OriginPathId step) {
        const auto [known, isNew] =
            m_originChildren.try_emplace(placeOf(parent, step.value), GpuTimeNode::kNone);
        if (isNew) {
            known->second = newChildOfOrigin(parent, step);
        }
        return known->second;
    }

    [[nodiscard]] std::uint32_t newChildOfOrigin(std::uint32_t parent, OriginPathId step) {
        const OriginKind kind = m_origins->paths.step(step).kind;
        const GpuTimeKind nodeKind = kind == OriginKind::Annotation ? GpuTimeKind::Annotation
                                     : kind == OriginKind::Module   ? GpuTimeKind::Module
                                                                    : GpuTimeKind::Operator;
        if (const auto name = m_trace.findText(m_origins->paths.text(step))) {
            return childOf(parent, nodeKind, *name);
        }
        // Texts of the capture have keys after those of the trace.
        const auto key = static_cast<std::uint32_t>(m_trace.strings().size()) +
                         m_origins->paths.step(step).text.value;
        const std::uint32_t child = m_nodes.childAt(parent, nodeKind, key);
        m_nodes[child].origin = step;
        return child;
    }

    [[nodiscard]] std::uint32_t childOf(std::uint32_t parent, GpuTimeKind kind, StringId name) {
        const std::uint32_t child = m_nodes.childAt(parent, kind, m_names.keyOf(kind, name));
        if (!m_nodes[child].name.isValid()) {
            m_nodes[child].name = name;
        }
        return child;
    }

    const Trace& m_trace;
    const ReplayOrigins* m_origins;
    NodeNames m_names;
    NodeTable& m_nodes;
    std::unordered_map<std::uint64_t, std::uint32_t, IdHash> m_originChildren;
    std::vector<Around> m_around;       // outermost first
    std::vector<SliceId> m_added;       // around one launch, innermost first
    std::vector<OriginPathId> m_steps;  // of one captured call, innermost first
};

}  // namespace

class GpuTimeGathering {
public:
    GpuTimeGathering(const Trace& trace, const LaunchIndex& launches, const ReplayOrigins* origins)
        : m_trace(trace), m_launches(launches), m_origins(origins) {}

    GpuTimeTree build(std::span<const TrackId> tracks, TimeRange range, ActivityScope scope,
                      const std::stop_token& stop) {
        m_counted = countedActivities(m_trace, m_launches, tracks, range, scope);
        // In the order of the table, the slices of a node that are one call follow each other.
        std::sort(m_counted.begin(), m_counted.end(), [](const auto& a, const auto& b) {
            return a.launch != b.launch ? a.launch < b.launch : a.slice < b.slice;
        });
        ActivityNodes nodes(m_trace, m_origins, m_nodes);
        m_nodeOf.resize(m_counted.size());
        for (std::size_t at = 0; at < m_counted.size(); ++at) {
            if (at % kStopInterval == 0 && stop.stop_requested()) {
                return {};
            }
            m_nodeOf[at] = nodes.nodeOf(m_counted[at]);
        }
        if (m_counted.empty()) {
            return {};
        }
        sumUp();
        return ordered();
    }

private:
    // Time, number and longest activity of all nodes; of equally long ones, the first launched.
    void sumUp() {
        std::vector<std::size_t> longest(m_nodes.size(), m_counted.size());  // into m_counted
        const auto keepLonger = [&](std::uint32_t node, std::size_t other) {
            std::size_t& kept = longest[node];
            if (kept == m_counted.size() || m_counted[other].length > m_counted[kept].length ||
                (m_counted[other].length == m_counted[kept].length && other < kept)) {
                kept = other;
            }
        };
        for (std::size_t at = 0; at < m_counted.size(); ++at) {
            m_nodes[m_nodeOf[at]].gpuTime += m_counted[at].length;
            ++m_nodes[m_nodeOf[at]].activities;
            keepLonger(m_nodeOf[at], at);
        }
        for (auto at = m_nodes.size(); at-- > 0;) {
            GpuTimeNode& node = m_nodes[at];
            node.longest = m_counted[longest[at]].slice;
            if (at > 0) {
                m_nodes[node.parent].gpuTime += node.gpuTime;
                m_nodes[node.parent].activities += node.activities;
                keepLonger(node.parent, longest[at]);
            }
        }
    }

    // The nodes with the children of each next to each other, most time first.
    [[nodiscard]] GpuTimeTree ordered() {
        std::vector<std::vector<std::uint32_t>> childrenOf(m_nodes.size());
        for (std::uint32_t at = 1; at < m_nodes.size(); ++at) {
            childrenOf[m_nodes[at].parent].push_back(at);
        }
        std::vector<std::uint32_t> order{0};
        GpuTimeTree tree;
        tree.m_nodes.push_back(m_nodes[0]);
        std::vector<std::uint64_t> next(m_nodes.size());  // in tree.m_activities
        for (std::uint32_t at = 0; at < order.size(); ++at) {
            std::vector<std::uint32_t>& children = childrenOf[order[at]];
            std::stable_sort(children.begin(), children.end(), [&](auto a, auto b) {
                return m_nodes[a].gpuTime > m_nodes[b].gpuTime;
            });
            tree.m_nodes[at].firstChild = static_cast<std::uint32_t>(order.size());
            tree.m_nodes[at].childCount = static_cast<std::uint32_t>(children.size());
            // Each activity is in one node of its kind, so those below a node sum to its own.
            std::uint64_t first = tree.m_nodes[at].firstActivity;
            for (const std::uint32_t child : children) {
                order.push_back(child);
                tree.m_nodes.push_back(m_nodes[child]);
                tree.m_nodes.back().parent = at;
                tree.m_nodes.back().firstActivity = first;
                next[child] = first;
                first += m_nodes[child].activities;
            }
        }
        tree.m_activities.resize(m_counted.size());
        for (std::size_t at = 0; at < m_counted.size(); ++at) {
            tree.m_activities[next[m_nodeOf[at]]++] = m_counted[at];
        }
        addStatistics(tree);
        return tree;
    }

    // Median and p99 of the nodes of kind Activity.
    static void addStatistics(GpuTimeTree& tree) {
        std::vector<Duration> lengths;
        for (std::uint32_t at = 0; at < tree.m_nodes.size(); ++at) {
            GpuTimeNode& node = tree.m_nodes[at];
            if (node.kind != GpuTimeKind::Activity) {
                continue;
            }
            lengths.clear();
            for (const CountedActivity& activity : tree.activitiesOf(at)) {
                lengths.push_back(activity.length);
            }
            node.median = lowerMedian(lengths);
            node.p99 = percentile(lengths, 99);
        }
    }

    const Trace& m_trace;
    const LaunchIndex& m_launches;
    const ReplayOrigins* m_origins;
    std::vector<CountedActivity> m_counted;
    std::vector<std::uint32_t> m_nodeOf;  // of kind Activity, by position in m_counted
    NodeTable m_nodes;
};

GpuTimeTree GpuTimeTree::build(const Trace& trace, const LaunchIndex& launches,
                               std::span<const TrackId> tracks, TimeRange range,
                               ActivityScope scope, const std::stop_token& stop,
                               const ReplayOrigins* origins) {
    return GpuTimeGathering(trace, launches, origins).build(tracks, range, scope, stop);
}

}  // namespace gaplight
