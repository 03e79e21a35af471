// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/gpu_time_tree.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "core/analysis/steps/step_markers.h"
#include "core/base/statistics.h"

namespace gaplight {
namespace {

constexpr std::string_view kModuleFrame = "nn.Module: ";
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
            known = m_trace.text(name).starts_with(kModuleFrame) ? kYes : kNo;
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
    std::unordered_map<std::string, std::uint32_t> m_firstOfGroup;
    std::vector<char> m_isModule;  // by name
};

}  // namespace

class GpuTimeGathering {
public:
    GpuTimeGathering(const Trace& trace, const LaunchIndex& launches, const ReplayOrigins* origins)
        : m_trace(trace), m_launches(launches), m_origins(origins), m_names(trace) {
        m_nodes.emplace_back();
        m_lastSlice.emplace_back();
        m_longest.emplace_back();
        m_counted.emplace_back();
    }

    GpuTimeTree build(std::span<const TrackId> tracks, TimeRange range, ActivityScope scope,
                      const std::stop_token& stop) {
        std::vector<CountedActivity> counted =
            countedActivities(m_trace, m_launches, tracks, range, scope);
        // In the order of the table, the slices of a node that are one call follow each other.
        std::sort(counted.begin(), counted.end(), [](const auto& a, const auto& b) {
            return a.launch != b.launch ? a.launch < b.launch : a.slice < b.slice;
        });
        for (std::size_t at = 0; at < counted.size(); ++at) {
            if (at % kStopInterval == 0 && stop.stop_requested()) {
                return {};
            }
            add(counted[at]);
        }
        return counted.empty() ? GpuTimeTree() : ordered();
    }

private:
    void add(const CountedActivity& activity) {
        std::uint32_t node = 0;
        count(node, activity);
        if (activity.launch.isValid()) {
            findPath(activity.launch);
            for (auto around = m_path.rbegin(); around != m_path.rend(); ++around) {
                node = childOf(node, around->first, m_trace.slices().name(around->second));
                m_nodes[node].calls += m_lastSlice[node] != around->second ? 1 : 0;
                m_lastSlice[node] = around->second;
                count(node, activity);
            }
            node = addOrigin(node, activity);
        } else {
            node = childOf(node, GpuTimeKind::NoLaunch, {});
            count(node, activity);
        }
        node = childOf(node, GpuTimeKind::Activity, m_trace.slices().name(activity.slice));
        count(node, activity);
        m_counted[node].push_back(activity);
    }

    // The node of the innermost step of a captured call below that of its replay.
    std::uint32_t addOrigin(std::uint32_t node, const CountedActivity& activity) {
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
            m_nodes[node].calls += m_lastSlice[node] != activity.launch ? 1 : 0;
            m_lastSlice[node] = activity.launch;
            count(node, activity);
        }
        return node;
    }

    std::uint32_t childOfOrigin(std::uint32_t parent, OriginPathId step) {
        const OriginKind kind = m_origins->paths.step(step).kind;
        const GpuTimeKind nodeKind = kind == OriginKind::Annotation ? GpuTimeKind::Annotation
                                     : kind == OriginKind::Module   ? GpuTimeKind::Module
                                                                    : GpuTimeKind::Operator;
        if (const auto name = m_trace.findText(m_origins->paths.text(step))) {
            return childOf(parent, nodeKind, *name);
        }
        // Texts of the capture have keys behind those of the trace.
        const auto key = static_cast<std::uint32_t>(m_trace.strings().size()) +
                         m_origins->paths.step(step).text.value;
        const std::uint32_t child = childAt(parent, nodeKind, key);
        m_nodes[child].origin = step;
        return child;
    }

    void count(std::uint32_t node, const CountedActivity& activity) {
        GpuTimeNode& sum = m_nodes[node];
        if (sum.activities == 0 || activity.length > m_longest[node]) {
            m_longest[node] = activity.length;
            sum.longest = activity.slice;
        }
        sum.gpuTime += activity.length;
        ++sum.activities;
    }

    // The slices around a call that are nodes, innermost first; m_path is kept for the next call.
    void findPath(SliceId launch) {
        const SliceId around = m_trace.slices().parent(launch);
        if (around.isValid() && around == m_pathOf) {
            return;
        }
        m_pathOf = around;
        m_path.clear();
        for (SliceId at = around; at.isValid(); at = m_trace.slices().parent(at)) {
            const std::optional<GpuTimeKind> kind = m_names.kindOf(at);
            if (!kind) {
                continue;
            }
            const bool isOwnPart =
                !m_path.empty() && m_path.back().first == *kind &&
                m_names.keyOf(*kind, m_trace.slices().name(m_path.back().second)) ==
                    m_names.keyOf(*kind, m_trace.slices().name(at));
            if (isOwnPart) {
                m_path.back().second = at;
            } else {
                m_path.emplace_back(*kind, at);
            }
        }
    }

    std::uint32_t childOf(std::uint32_t parent, GpuTimeKind kind, StringId name) {
        const std::uint32_t child = childAt(parent, kind, m_names.keyOf(kind, name));
        if (!m_nodes[child].name.isValid()) {
            m_nodes[child].name = name;
        }
        return child;
    }

    std::uint32_t childAt(std::uint32_t parent, GpuTimeKind kind, std::uint32_t key) {
        const std::uint64_t place = (static_cast<std::uint64_t>(parent) << 32U) | key;
        auto& children = m_children[static_cast<std::size_t>(kind)];
        const auto [at, isNew] =
            children.try_emplace(place, static_cast<std::uint32_t>(m_nodes.size()));
        if (isNew) {
            GpuTimeNode node;
            node.kind = kind;
            node.parent = parent;
            node.depth = m_nodes[parent].depth + 1;
            m_nodes.push_back(node);
            m_lastSlice.emplace_back();
            m_longest.emplace_back();
            m_counted.emplace_back();
        }
        return at->second;
    }

    // The nodes with the children of each next to each other, most time first.
    [[nodiscard]] GpuTimeTree ordered() {
        std::vector<std::vector<std::uint32_t>> childrenOf(m_nodes.size());
        for (std::uint32_t at = 1; at < m_nodes.size(); ++at) {
            childrenOf[m_nodes[at].parent].push_back(at);
        }
        std::vector<std::uint32_t> order{0};
        GpuTimeTree tree;
        tree.m_nodes.push_back(m_nodes.front());
        tree.m_activities.resize(m_nodes.front().activities);
        for (std::uint32_t at = 0; at < order.size(); ++at) {
            std::vector<std::uint32_t>& children = childrenOf[order[at]];
            std::stable_sort(children.begin(), children.end(), [&](auto a, auto b) {
                return m_nodes[a].gpuTime > m_nodes[b].gpuTime;
            });
            tree.m_nodes[at].firstChild = static_cast<std::uint32_t>(order.size());
            tree.m_nodes[at].childCount = static_cast<std::uint32_t>(children.size());
            // Each activity is in one node of its kind, so those below a node sum to its own.
            std::uint64_t next = tree.m_nodes[at].firstActivity;
            for (const std::uint32_t child : children) {
                order.push_back(child);
                tree.m_nodes.push_back(m_nodes[child]);
                tree.m_nodes.back().parent = at;
                tree.m_nodes.back().firstActivity = next;
                std::copy(m_counted[child].begin(), m_counted[child].end(),
                          tree.m_activities.begin() + static_cast<std::ptrdiff_t>(next));
                addStatistics(m_counted[child], tree.m_nodes.back());
                next += tree.m_nodes.back().activities;
            }
        }
        return tree;
    }

    static void addStatistics(std::vector<CountedActivity>& counted, GpuTimeNode& node) {
        if (!counted.empty()) {
            node.median = lowerMedian(counted, &CountedActivity::length).length;
            node.p99 = percentile(counted, 99, &CountedActivity::length).length;
        }
    }

    const Trace& m_trace;
    const LaunchIndex& m_launches;
    const ReplayOrigins* m_origins;
    std::vector<GpuTimeNode> m_nodes;
    std::vector<SliceId> m_lastSlice;                     // by node: of the host, counted last
    std::vector<Duration> m_longest;                      // by node
    std::vector<std::vector<CountedActivity>> m_counted;  // by node of kind Activity
    std::array<std::unordered_map<std::uint64_t, std::uint32_t>, 6> m_children;  // by kind
    NodeNames m_names;
    SliceId m_pathOf;
    std::vector<std::pair<GpuTimeKind, SliceId>> m_path;
    std::vector<OriginPathId> m_steps;  // of one captured call, innermost first
};

GpuTimeTree GpuTimeTree::build(const Trace& trace, const LaunchIndex& launches,
                               std::span<const TrackId> tracks, TimeRange range,
                               ActivityScope scope, const std::stop_token& stop,
                               const ReplayOrigins* origins) {
    return GpuTimeGathering(trace, launches, origins).build(tracks, range, scope, stop);
}

}  // namespace gaplight
