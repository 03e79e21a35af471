// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/provenance/graph_fit.h"

#include <map>
#include <utility>

#include "core/analysis/torch/kernel_name.h"

namespace gaplight {

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
