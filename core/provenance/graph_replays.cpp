// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/provenance/graph_replays.h"

#include <algorithm>
#include <map>
#include <span>
#include <string_view>
#include <utility>

#include "core/analysis/slices/slice_scan.h"
#include "core/analysis/torch/kernel_group.h"
#include "core/analysis/torch/name_classes.h"

namespace gaplight {
namespace {

enum class CaptureStep : std::uint8_t { None, Begin, End, Kernel, Copy, Memset };

CaptureStep captureStepOf(std::string_view name) {
    switch (graphCallOf(name)) {
        case GraphCall::BeginCapture:
            return CaptureStep::Begin;
        case GraphCall::EndCapture:
            return CaptureStep::End;
        case GraphCall::Launch:
        case GraphCall::Instantiate:
            return CaptureStep::None;
        case GraphCall::None:
            break;
    }
    switch (apiCallOf(name)) {
        case ApiCall::Launch:
            return CaptureStep::Kernel;
        case ApiCall::Copy:
            return name.find("Memset") != std::string_view::npos ? CaptureStep::Memset
                                                                 : CaptureStep::Copy;
        default:
            return CaptureStep::None;
    }
}

// Of every text of a trace; empty where no text begins a capture.
std::vector<CaptureStep> captureSteps(const Trace& trace) {
    std::vector<CaptureStep> steps;
    steps.reserve(trace.strings().size());
    for (std::size_t at = 0; at < trace.strings().size(); ++at) {
        steps.push_back(captureStepOf(trace.text(StringId(at))));
    }
    return std::ranges::find(steps, CaptureStep::Begin) == steps.end() ? std::vector<CaptureStep>()
                                                                       : steps;
}

SliceKind activityOf(CaptureStep step) {
    return step == CaptureStep::Kernel ? SliceKind::Kernel
           : step == CaptureStep::Copy ? SliceKind::Memcpy
                                       : SliceKind::Memset;
}

// A call of the driver inside one of the runtime is the same launch.
bool isInsideCall(const Trace& trace, SliceId call) {
    const SliceId around = trace.slices().parent(call);
    return around.isValid() && isApiCall(trace.kind(around));
}

// The captures that are open in one process while its calls are passed in time order.
class OpenCaptures {
public:
    explicit OpenCaptures(std::vector<CapturedGraph>& graphs) : m_graphs(graphs) {}

    void begin(TrackId thread, SliceId call) {
        m_open.emplace_back(thread, m_graphs.size());
        m_graphs.push_back({call, {}});
    }
    // The capture that began last on the thread; else, since another thread may end it, the last.
    void end(TrackId thread) {
        if (const auto at = find(thread)) {
            m_open.erase(m_open.begin() + static_cast<std::ptrdiff_t>(*at));
        }
    }
    void add(TrackId thread, const CapturedNode& node) {
        if (const auto at = find(thread)) {
            m_graphs[m_open[*at].second].nodes.push_back(node);
        }
    }

private:
    std::optional<std::size_t> find(TrackId thread) const {
        for (std::size_t at = m_open.size(); at-- > 0;) {
            if (m_open[at].first == thread) {
                return at;
            }
        }
        return m_open.empty() ? std::nullopt : std::optional(m_open.size() - 1);
    }

    std::vector<CapturedGraph>& m_graphs;
    std::vector<std::pair<TrackId, std::size_t>> m_open;  // thread and graph
};

// In the order of the file, whose args may have to be inflated for it.
void readKernelNames(const Trace& trace, const LaunchedKernelLookup& lookup,
                     CapturedGraphs& found) {
    std::vector<CapturedNode*> kernels;
    for (CapturedGraph& graph : found.graphs) {
        for (CapturedNode& node : graph.nodes) {
            if (node.activity == SliceKind::Kernel) {
                kernels.push_back(&node);
            }
        }
    }
    std::ranges::stable_sort(kernels, {}, [&](const CapturedNode* node) {
        return std::pair(trace.sourceOf(node->call), trace.slices().event(node->call));
    });
    std::size_t unnamed = 0;
    for (CapturedNode* node : kernels) {
        const std::string name = lookup(node->call);
        if (!name.empty()) {
            node->kernel = found.kernels.intern(name);
        } else if (++unnamed == kMaxUnnamed) {
            return;
        }
    }
}

}  // namespace

CapturedGraphs capturedGraphs(const Trace& trace, const LaunchIndex& launches,
                              const LaunchedKernelLookup& lookup) {
    CapturedGraphs found;
    const std::vector<CaptureStep> steps = captureSteps(trace);
    if (steps.empty()) {
        return found;
    }
    const SliceTable& slices = trace.slices();
    std::map<ProcessId, std::vector<SliceId>> callsOfProcess;
    for (const SliceId call : scanSlices(trace, [&](SliceId slice) {
             return steps[slices.name(slice).index()] != CaptureStep::None &&
                    isApiCall(trace.kind(slice));
         })) {
        callsOfProcess[trace.tracks()[trace.trackOf(call).index()].process].push_back(call);
    }
    for (auto& [process, calls] : callsOfProcess) {
        std::ranges::stable_sort(calls, {}, [&](SliceId call) { return slices.start(call); });
        OpenCaptures open(found.graphs);
        for (const SliceId call : calls) {
            const CaptureStep step = steps[slices.name(call).index()];
            if (step == CaptureStep::Begin) {
                open.begin(trace.trackOf(call), call);
            } else if (step == CaptureStep::End) {
                open.end(trace.trackOf(call));
            } else if (launches.activitiesOf(call).empty() && !isInsideCall(trace, call)) {
                open.add(trace.trackOf(call), {call, activityOf(step), {}});
            }
        }
    }
    std::erase_if(found.graphs, [](const CapturedGraph& graph) { return graph.nodes.empty(); });
    readKernelNames(trace, lookup, found);
    return found;
}

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

GraphFit::GraphFit(const Trace& trace, const CapturedGraphs& captured) : m_trace(trace) {
    for (std::size_t at = 0; at < captured.kernels.size(); ++at) {
        m_shortCaptured.push_back(shortKernelName(captured.kernels.view(LaunchedKernelId(at))));
    }
}

const std::string& GraphFit::shortName(SliceId activity) {
    const StringId name = m_trace.slices().name(activity);
    const auto [at, isNew] = m_shortNames.try_emplace(name);
    if (isNew) {
        at->second = shortKernelName(m_trace.text(name));
    }
    return at->second;
}

bool GraphFit::fits(const CapturedNode& node, SliceId activity) {
    return node.activity == m_trace.kind(activity) &&
           (!node.kernel.isValid() || m_shortCaptured[node.kernel.index()] == shortName(activity));
}

std::optional<NodeSequence> GraphFit::sequenceOf(const GraphReplay& replay,
                                                 const CapturedGraph& graph) {
    if (graph.nodes.size() != replay.nodes.size() || m_compared > kMaxComparedNodes) {
        return std::nullopt;
    }
    m_compared += graph.nodes.size();
    if (replay.order == NodeOrder::Streams) {
        return sequenceByName(replay, graph);
    }
    NodeSequence sequence;
    for (std::size_t at = 0; at < graph.nodes.size(); ++at) {
        if (!fits(graph.nodes[at], replay.nodes[at])) {
            return std::nullopt;
        }
        sequence.push_back(static_cast<std::uint32_t>(at));
    }
    return sequence;
}

std::optional<NodeSequence> GraphFit::sequenceByName(const GraphReplay& replay,
                                                     const CapturedGraph& graph) {
    // Without names all of a kind are alike.
    std::map<std::pair<SliceKind, std::string>, std::vector<std::uint32_t>> left;
    for (std::size_t at = graph.nodes.size(); at-- > 0;) {
        const LaunchedKernelId kernel = graph.nodes[at].kernel;
        left[{graph.nodes[at].activity,
              kernel.isValid() ? m_shortCaptured[kernel.index()] : std::string()}]
            .push_back(static_cast<std::uint32_t>(at));
    }
    NodeSequence sequence;
    for (const SliceId activity : replay.nodes) {
        const SliceKind kind = m_trace.kind(activity);
        const bool isNamed = !m_shortCaptured.empty() && kind == SliceKind::Kernel;
        const auto at = left.find({kind, isNamed ? shortName(activity) : std::string()});
        if (at == left.end() || at->second.empty()) {
            return std::nullopt;
        }
        sequence.push_back(at->second.back());
        at->second.pop_back();
    }
    return sequence;
}

}  // namespace gaplight
