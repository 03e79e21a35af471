// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/kernel_tree.h"

#include <algorithm>
#include <limits>
#include <map>
#include <tuple>
#include <utility>

#include "core/base/statistics.h"

namespace gaplight {
namespace {

constexpr std::size_t kKernelsAtOnce = 4096;  // in activities

// The innermost operator with recorded shapes around a call, within one Python function.
SliceId shapedOperatorAround(const Trace& trace, SliceId launch) {
    SliceId at = launch.isValid() ? trace.slices().parent(launch) : SliceId();
    while (at.isValid() && trace.kind(at) != SliceKind::PythonFunction) {
        if (trace.kind(at) == SliceKind::CpuOp && trace.shapeKeys().find(at)) {
            return at;
        }
        at = trace.slices().parent(at);
    }
    return {};
}

}  // namespace

class KernelTreeBuild {
public:
    explicit KernelTreeBuild(const Trace& trace) : m_trace(trace), m_groups(trace) {}

    KernelTree build(std::vector<CountedActivity> activities, const std::stop_token& stop) {
        for (const CountedActivity& activity : activities) {
            m_tree.m_gpuTime += activity.length;
        }
        std::erase_if(activities, [this](const CountedActivity& activity) {
            return m_trace.kind(activity.slice) != SliceKind::Kernel;
        });
        std::vector<std::uint32_t> leafOf;
        leafOf.reserve(activities.size());
        for (std::size_t at = 0; at < activities.size(); ++at) {
            if (at % kKernelsAtOnce == 0 && stop.stop_requested()) {
                return {};
            }
            leafOf.push_back(leafFor(activities[at]));
        }
        sortLeaves();
        takeActivities(activities, leafOf);
        addNodes();
        return std::move(m_tree);
    }

private:
    // Group, name, grid, block, shape key + 1 or 0.
    using Key = std::tuple<std::uint8_t, std::uint32_t, std::array<std::uint32_t, 3>,
                           std::array<std::uint16_t, 3>, std::uint64_t>;
    struct Leaf {
        KernelTreeNode node;
        Duration total{};
    };

    std::uint32_t leafFor(const CountedActivity& activity) {
        Leaf leaf;
        leaf.node.level = KernelLevel::Launch;
        leaf.node.name = m_trace.slices().name(activity.slice);
        leaf.node.group = m_groups.of(leaf.node.name);
        if (const auto config = m_trace.kernelConfigs().find(activity.slice)) {
            leaf.node.hasConfig = true;
            leaf.node.grid = config->grid;
            leaf.node.block = config->block;
        }
        const SliceId around = shapedOperatorAround(m_trace, activity.launch);
        const auto shape = around.isValid() ? m_trace.shapeKeys().find(around) : std::nullopt;
        leaf.node.shapedOperator = around;
        const Key key{static_cast<std::uint8_t>(leaf.node.group), leaf.node.name.value,
                      leaf.node.grid, leaf.node.block,
                      shape ? static_cast<std::uint64_t>(*shape) + 1 : 0};
        const auto [at, isNew] =
            m_leafOf.try_emplace(key, static_cast<std::uint32_t>(m_leaves.size()));
        if (isNew) {
            m_leaves.push_back(leaf);
        }
        Leaf& known = m_leaves[at->second];
        known.total += activity.length;
        ++known.node.count;
        m_ofGroup[static_cast<std::size_t>(leaf.node.group)] += activity.length;
        m_ofName[leaf.node.name.value] += activity.length;
        return at->second;
    }

    // Most time first: by group, by name, by launch.
    void sortLeaves() {
        m_order.resize(m_leaves.size());
        for (std::uint32_t leaf = 0; leaf < m_leaves.size(); ++leaf) {
            m_order[leaf] = leaf;
        }
        std::sort(m_order.begin(), m_order.end(), [this](std::uint32_t left, std::uint32_t right) {
            const auto rank = [this](std::uint32_t leaf) {
                const KernelTreeNode& node = m_leaves[leaf].node;
                const auto group = static_cast<std::size_t>(node.group);
                return std::tuple(-m_ofGroup[group].count(), group,
                                  -m_ofName[node.name.value].count(), node.name.value,
                                  -m_leaves[leaf].total.count(), leaf);
            };
            return rank(left) < rank(right);
        });
    }

    void takeActivities(const std::vector<CountedActivity>& activities,
                        const std::vector<std::uint32_t>& leafOf) {
        std::vector<std::uint32_t> next(m_leaves.size());
        std::uint32_t first = 0;
        for (const std::uint32_t leaf : m_order) {
            m_leaves[leaf].node.firstActivity = next[leaf] = first;
            first += m_leaves[leaf].node.count;
        }
        m_tree.m_activities.resize(activities.size());
        for (std::size_t at = 0; at < activities.size(); ++at) {
            m_tree.m_activities[next[leafOf[at]]++] = activities[at];
        }
        for (const Leaf& leaf : m_leaves) {
            const auto begin = m_tree.m_activities.begin() + leaf.node.firstActivity;
            std::sort(begin, begin + leaf.node.count, [this](const auto& a, const auto& b) {
                const SliceTable& slices = m_trace.slices();
                return std::pair(slices.start(a.slice), a.slice) <
                       std::pair(slices.start(b.slice), b.slice);
            });
        }
    }

    // Groups, then the names of all groups, then all launches: each level in the order of leaves.
    void addNodes() {
        std::vector<KernelTreeNode> groups;
        std::vector<KernelTreeNode> names;
        std::vector<KernelTreeNode> launches;
        for (const std::uint32_t leaf : m_order) {
            const KernelTreeNode& node = m_leaves[leaf].node;
            if (groups.empty() || groups.back().group != node.group) {
                groups.emplace_back();
                groups.back().group = node.group;
                groups.back().firstChild = static_cast<std::uint32_t>(names.size());
                groups.back().firstActivity = node.firstActivity;
                names.push_back(nameNode(node, launches.size(), groups.size() - 1));
                ++groups.back().childCount;
            } else if (names.back().name != node.name) {
                names.push_back(nameNode(node, launches.size(), groups.size() - 1));
                ++groups.back().childCount;
            }
            ++names.back().childCount;
            groups.back().count += node.count;
            names.back().count += node.count;
            launches.push_back(node);
            launches.back().parent = static_cast<std::uint32_t>(names.size()) - 1;
        }
        m_tree.m_groupCount = static_cast<std::uint32_t>(groups.size());
        join(std::move(groups), std::move(names), std::move(launches));
    }

    static KernelTreeNode nameNode(const KernelTreeNode& launch, std::size_t firstChild,
                                   std::size_t group) {
        KernelTreeNode name;
        name.level = KernelLevel::Name;
        name.group = launch.group;
        name.name = launch.name;
        name.parent = static_cast<std::uint32_t>(group);
        name.firstChild = static_cast<std::uint32_t>(firstChild);
        name.firstActivity = launch.firstActivity;
        return name;
    }

    void join(std::vector<KernelTreeNode> groups, std::vector<KernelTreeNode> names,
              std::vector<KernelTreeNode> launches) {
        const auto nameBase = static_cast<std::uint32_t>(groups.size());
        const auto launchBase = nameBase + static_cast<std::uint32_t>(names.size());
        for (std::uint32_t group = 0; group < groups.size(); ++group) {
            groups[group].parent = group;
            groups[group].firstChild += nameBase;
        }
        for (KernelTreeNode& name : names) {
            name.firstChild += launchBase;
        }
        for (KernelTreeNode& launch : launches) {
            launch.parent += nameBase;
        }
        m_tree.m_nodes = std::move(groups);
        m_tree.m_nodes.insert(m_tree.m_nodes.end(), names.begin(), names.end());
        m_tree.m_nodes.insert(m_tree.m_nodes.end(), launches.begin(), launches.end());
        for (KernelTreeNode& node : m_tree.m_nodes) {
            measure(node);
        }
    }

    void measure(KernelTreeNode& node) const {
        std::vector<Duration> lengths;
        lengths.reserve(node.count);
        node.longest = Duration(-1);
        node.shortest = Duration::max();
        for (const CountedActivity& activity : m_tree.activitiesOf(node)) {
            lengths.push_back(activity.length);
            node.total += activity.length;
            node.shortest = std::min(node.shortest, activity.length);
            if (activity.length > node.longest) {
                node.longest = activity.length;
                node.longestSlice = activity.slice;
            }
        }
        node.median = lowerMedian(lengths);
        node.p99 = percentile(lengths, 99);
    }

    const Trace& m_trace;
    KernelGroups m_groups;
    std::map<Key, std::uint32_t> m_leafOf;
    std::vector<Leaf> m_leaves;
    std::vector<std::uint32_t> m_order;  // of leaves
    std::array<Duration, kKernelGroups> m_ofGroup{};
    std::map<std::uint32_t, Duration> m_ofName;
    KernelTree m_tree;
};

KernelTree KernelTree::build(const Trace& trace, std::vector<CountedActivity> activities,
                             const std::stop_token& stop) {
    return KernelTreeBuild(trace).build(std::move(activities), stop);
}

}  // namespace gaplight
