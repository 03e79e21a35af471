// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/provenance/graph_replays.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <utility>

#include "core/analysis/torch/name_classes.h"

namespace gaplight {
namespace {

std::uint64_t nodeIdOf(const Trace& trace, SliceId activity) {
    const KernelConfig* config = trace.kernelConfigs().find(activity);
    return config == nullptr ? 0 : config->graphNodeId;
}

// Activities by the ids of their nodes; nothing unless all have one, each another.
std::optional<std::vector<SliceId>> byNodeId(const Trace& trace,
                                             const std::vector<SliceId>& nodes) {
    std::vector<std::pair<std::uint64_t, SliceId>> keyed;
    keyed.reserve(nodes.size());
    for (const SliceId node : nodes) {
        keyed.emplace_back(nodeIdOf(trace, node), node);
    }
    std::ranges::sort(keyed);
    const auto sameId = [](const auto& a, const auto& b) { return a.first == b.first; };
    if (keyed.empty() || keyed.front().first == 0 ||
        std::ranges::adjacent_find(keyed, sameId) != keyed.end()) {
        return std::nullopt;
    }
    std::vector<SliceId> ordered;
    ordered.reserve(keyed.size());
    for (const auto& [id, node] : keyed) {
        ordered.push_back(node);
    }
    return ordered;
}

GraphReplay replayOf(const Trace& trace, SliceId launch, std::span<const ActivityId> activities) {
    GraphReplay replay;
    replay.launch = launch;
    bool isOneStream = true;
    const GpuActivity& first = trace.gpuActivities()[activities.front().index()];
    for (const ActivityId id : activities) {
        const GpuActivity& activity = trace.gpuActivities()[id.index()];
        isOneStream = isOneStream && activity.stream == first.stream && activity.gpu == first.gpu;
        replay.nodes.push_back(activity.slice);
        const KernelConfig* config = trace.kernelConfigs().find(activity.slice);
        replay.graphId =
            replay.graphId == 0 && config != nullptr ? config->graphId : replay.graphId;
    }
    replay.order = isOneStream ? NodeOrder::Starts : NodeOrder::Streams;
    if (auto ordered = byNodeId(trace, replay.nodes)) {
        replay.nodes = *std::move(ordered);
        replay.order = NodeOrder::NodeIds;
    }
    return replay;
}

// What replays of one group have in common. On several streams the order differs between replays.
using ReplayKey = std::pair<NodeOrder, std::vector<StringId>>;

ReplayKey keyOf(const Trace& trace, const GraphReplay& replay) {
    ReplayKey key{replay.order, {}};
    key.second.reserve(replay.nodes.size());
    for (const SliceId node : replay.nodes) {
        key.second.push_back(trace.slices().name(node));
    }
    if (replay.order == NodeOrder::Streams) {
        std::ranges::sort(key.second);
    }
    return key;
}

}  // namespace

std::vector<ReplayGroup> graphReplays(const Trace& trace, const LaunchIndex& launches) {
    std::vector<bool> launchesGraph(trace.strings().size());
    bool isAny = false;
    for (std::size_t at = 0; at < launchesGraph.size(); ++at) {
        launchesGraph[at] = graphCallOf(trace.text(StringId(at))) == GraphCall::Launch;
        isAny = isAny || launchesGraph[at];
    }
    std::vector<ReplayGroup> groups;
    if (!isAny) {
        return groups;
    }
    std::map<ReplayKey, std::size_t> groupOfKey;
    for (std::size_t at = 0; at < launches.launches().size(); ++at) {
        const SliceId launch = launches.launches()[at];
        if (!launchesGraph[trace.slices().name(launch).index()]) {
            continue;
        }
        GraphReplay replay = replayOf(trace, launch, launches.activitiesAt(at));
        const auto [group, isNew] = groupOfKey.try_emplace(keyOf(trace, replay), groups.size());
        if (isNew) {
            groups.emplace_back();
        }
        groups[group->second].replays.push_back(std::move(replay));
    }
    for (ReplayGroup& group : groups) {
        std::ranges::stable_sort(group.replays, {}, [&](const GraphReplay& replay) {
            return trace.slices().start(replay.launch);
        });
    }
    return groups;
}

}  // namespace gaplight
