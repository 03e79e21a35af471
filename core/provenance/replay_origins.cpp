// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/provenance/replay_origins.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "core/analysis/torch/kernel_group.h"
#include "core/analysis/torch/torch_names.h"

namespace gaplight {
namespace {

std::optional<OriginKind> originKindOf(const Trace& trace, const PlaceFinder& places,
                                       SliceId slice) {
    const StringId name = trace.slices().name(slice);
    switch (trace.kind(slice)) {
        case SliceKind::UserAnnotation:
            return places.isStepMarker(name) ? std::nullopt : std::optional(OriginKind::Annotation);
        case SliceKind::CpuOp:
            return OriginKind::Operator;
        case SliceKind::PythonFunction:
            return isModuleCall(trace.text(name)) ? std::optional(OriginKind::Module)
                   : places.isUserFrame(name)     ? std::optional(OriginKind::Python)
                                                  : std::nullopt;
        default:
            return std::nullopt;
    }
}

}  // namespace

OriginPathId OriginPaths::extend(OriginPathId path, OriginKind kind, std::string_view text) {
    const OriginTextId id = m_texts.intern(text);
    if (path.isValid() && step(path).kind == kind && step(path).text == id) {
        return path;
    }
    const std::uint64_t place = (static_cast<std::uint64_t>(path.value) << 32U) | id.value;
    std::vector<OriginPathId>& children = m_children[place];
    for (const OriginPathId child : children) {
        if (step(child).kind == kind) {
            return child;
        }
    }
    const unsigned kinds = path.isValid() ? step(path).kinds : 0U;
    m_steps.push_back(
        {kind, id, path, static_cast<std::uint8_t>(kinds | (1U << static_cast<unsigned>(kind)))});
    return children.emplace_back(m_steps.size() - 1);
}

OriginPathId OriginPaths::innermost(OriginPathId path, OriginKind kind) const {
    if (path.isValid() && !step(path).has(kind)) {
        return {};
    }
    while (path.isValid() && step(path).kind != kind) {
        path = step(path).parent;
    }
    return path;
}

std::string_view OriginPaths::innermostText(OriginPathId path, OriginKind kind) const {
    const OriginPathId found = innermost(path, kind);
    return found.isValid() ? text(found) : std::string_view{};
}

OriginPathId addPathOf(const Trace& trace, const PlaceFinder& places, SliceId slice,
                       OriginPaths& paths) {
    std::vector<std::pair<OriginKind, SliceId>> around;
    for (SliceId at = slice; at.isValid(); at = trace.slices().parent(at)) {
        if (const auto kind = originKindOf(trace, places, at)) {
            around.emplace_back(*kind, at);
        }
    }
    OriginPathId path;
    for (auto at = around.rbegin(); at != around.rend(); ++at) {
        path = paths.extend(path, at->first, trace.name(at->second));
    }
    return path;
}

namespace {

// Parts of the names of operators that launch matrix products, convolutions or attention.
constexpr std::array<std::string_view, 9> kProductParts{
    "mm", "linear", "conv", "gemm", "matmul", "einsum", "attention", "attn", "lstm"};

// Matches the replays of one trace with the graphs of another.
class OriginMatching {
public:
    OriginMatching(const Trace& trace, const CaptureTrace& capture)
        : m_trace(trace), m_capture(capture), m_groups(trace), m_fit(trace, capture.captured) {
        m_result.isSameTrace = &trace == &capture.trace;
        m_result.graphs = capture.captured.graphs.size();
        for (const CapturedGraph& graph : capture.captured.graphs) {
            std::vector<OriginPathId>& paths = m_paths.emplace_back();
            for (const CapturedNode& node : graph.nodes) {
                paths.push_back(
                    addPathOf(capture.trace, capture.places, node.call, m_result.paths));
            }
        }
    }

    void add(const ReplayGroup& group) {
        const std::vector<Fit> fits = fitsOf(group.replays.front());
        m_result.replays += group.replays.size();
        const std::map<std::uint64_t, std::size_t> graphOfId = graphsById(group, fits.size());
        const std::vector<bool> isSure =
            takesInTurn(group, fits.size()) || !graphOfId.empty()
                ? std::vector<bool>(group.replays.front().nodes.size(), true)
                : agreedNodes(fits);
        for (std::size_t at = 0; at < group.replays.size(); ++at) {
            const GraphReplay& replay = group.replays[at];
            count(replay);
            if (fits.empty()) {
                continue;
            }
            ++m_result.matchedReplays;
            const auto byId = graphOfId.find(replay.graphId);
            const std::size_t fit = byId != graphOfId.end() ? byId->second : at % fits.size();
            const auto own = replay.order == NodeOrder::Streams
                                 ? m_fit.sequenceOf(replay, graph(fits[fit].graph))
                                 : std::nullopt;
            const NodeSequence& sequence = own ? *own : fits[fit].sequence;
            addNodes(replay, fits[fit].graph, sequence, isSure);
        }
    }

    [[nodiscard]] ReplayOrigins take() {
        std::ranges::sort(m_result.nodes, {}, &NodeOrigin::slice);
        return std::move(m_result);
    }

private:
    struct Fit {
        std::size_t graph = 0;
        NodeSequence sequence;  // of the first replay
    };

    const CapturedGraph& graph(std::size_t at) const { return m_capture.captured.graphs[at]; }

    // Where the capture names no kernels, the count alone decides: then most matrix products must
    // be launched by operators that are some.
    [[nodiscard]] bool agreesWithOperators(const GraphReplay& replay, const Fit& fit) {
        std::size_t known = 0;
        std::size_t agreeing = 0;
        for (std::size_t at = 0; at < replay.nodes.size(); ++at) {
            const SliceId activity = replay.nodes[at];
            if (m_trace.kind(activity) != SliceKind::Kernel ||
                m_groups.of(activity) != KernelGroup::Matmul) {
                continue;
            }
            const std::string_view op = m_result.paths.innermostText(
                m_paths[fit.graph][fit.sequence[at]], OriginKind::Operator);
            known += op.empty() ? 0 : 1;
            agreeing += std::ranges::any_of(kProductParts, [&](std::string_view part) {
                return op.find(part) != std::string_view::npos;
            });
        }
        return 2 * agreeing >= known;
    }

    [[nodiscard]] std::vector<Fit> fitsOf(const GraphReplay& replay) {
        std::vector<Fit> found;
        for (std::size_t at = 0; at < m_capture.captured.graphs.size(); ++at) {
            auto sequence = m_fit.sequenceOf(replay, graph(at));
            if (!sequence) {
                continue;
            }
            Fit fit{at, *std::move(sequence)};
            const bool hasNames = m_capture.captured.kernels.size() > 0;
            if (hasNames || replay.order == NodeOrder::Streams ||
                agreesWithOperators(replay, fit)) {
                found.push_back(std::move(fit));
            }
        }
        return found;
    }

    [[nodiscard]] static bool takesInTurn(const ReplayGroup& group, std::size_t fits) {
        return fits > 0 && group.replays.size() % fits == 0;
    }

    // By the ids of instantiated graphs, which grow as graphs are instantiated; empty where their
    // number is not that of the captured graphs.
    [[nodiscard]] static std::map<std::uint64_t, std::size_t> graphsById(const ReplayGroup& group,
                                                                         std::size_t fits) {
        std::set<std::uint64_t> ids;
        for (const GraphReplay& replay : group.replays) {
            ids.insert(replay.graphId);
        }
        std::map<std::uint64_t, std::size_t> graphOfId;
        if (ids.size() == fits && !ids.contains(0)) {
            std::size_t at = 0;
            for (const std::uint64_t id : ids) {
                graphOfId.emplace(id, at++);
            }
        }
        return graphOfId;
    }

    void count(const GraphReplay& replay) {
        m_result.replayedNodes += replay.nodes.size();
        for (const SliceId node : replay.nodes) {
            m_result.replayedTime += m_trace.slices().duration(node);
        }
    }

    OriginConfidence confidenceOf(const GraphReplay& replay) const {
        return m_capture.captured.kernels.size() > 0 ? OriginConfidence::Names
               : replay.order == NodeOrder::NodeIds  ? OriginConfidence::NodeIds
               : replay.order == NodeOrder::Starts   ? OriginConfidence::StartOrder
                                                     : OriginConfidence::Ambiguous;
    }

    // By captured node: whether all graphs that fit agree on it. Which one it was does not matter
    // then.
    std::vector<bool> agreedNodes(std::span<const Fit> fits) const {
        std::vector<bool> agreed(fits.empty() ? 0 : fits.front().sequence.size(), true);
        for (const Fit& fit : fits) {
            for (std::size_t node = 0; node < agreed.size(); ++node) {
                agreed[node] =
                    agreed[node] && m_paths[fit.graph][node] == m_paths[fits.front().graph][node];
            }
        }
        return agreed;
    }

    // `isSure`: by captured node.
    void addNodes(const GraphReplay& replay, std::size_t number, const NodeSequence& sequence,
                  const std::vector<bool>& isSure) {
        for (std::size_t at = 0; at < replay.nodes.size(); ++at) {
            const std::uint32_t node = sequence[at];
            const OriginPathId path = m_paths[number][node];
            const OriginConfidence confidence =
                isSure[node] ? confidenceOf(replay) : OriginConfidence::Ambiguous;
            const SliceId slice = replay.nodes[at];
            m_result.nodes.push_back({slice, path, graph(number).nodes[node].call, confidence});
            const Duration time = m_trace.slices().duration(slice);
            m_result.matchedTime += time;
            m_result.timeByConfidence[static_cast<std::size_t>(confidence)] += time;
            for (std::size_t kind = 0; kind < kOriginKinds; ++kind) {
                if (path.isValid() &&
                    m_result.paths.step(path).has(static_cast<OriginKind>(kind))) {
                    m_result.timeWith[kind] += time;
                }
            }
        }
    }

    const Trace& m_trace;
    const CaptureTrace& m_capture;
    KernelGroups m_groups;
    GraphFit m_fit;
    std::vector<std::vector<OriginPathId>> m_paths;  // per captured graph and node
    ReplayOrigins m_result;
};

std::string noOrigin(const ReplayOrigins& origins) {
    if (origins.graphs == 0) {
        return "the capture trace records no capture of a graph (StreamBeginCapture with launches "
               "until StreamEndCapture); profile the program while it captures";
    }
    if (origins.replays == 0) {
        return "the trace replays no graph with recorded kernels";
    }
    return fmt::format(
        "a capture of another program: none of its {} has the kernels of a replayed graph in their "
        "order; profile the capture of the program that the trace is of",
        origins.graphs == 1 ? "one graph" : fmt::format("{} graphs", origins.graphs));
}

}  // namespace

std::string_view originConfidenceName(OriginConfidence confidence) {
    constexpr std::array<std::string_view, kOriginConfidences> kNames{"names", "node_ids",
                                                                      "start_order", "ambiguous"};
    return kNames[static_cast<std::size_t>(confidence)];
}

const NodeOrigin* ReplayOrigins::find(SliceId slice) const {
    const auto found = std::ranges::lower_bound(nodes, slice, {}, &NodeOrigin::slice);
    return found != nodes.end() && found->slice == slice ? &*found : nullptr;
}

Result<ReplayOrigins> originsOfReplays(const Trace& trace, const LaunchIndex& launches,
                                       const CaptureTrace& capture) {
    OriginMatching matching(trace, capture);
    for (const ReplayGroup& group : graphReplays(trace, launches)) {
        matching.add(group);
    }
    ReplayOrigins origins = matching.take();
    if (origins.matchedReplays == 0) {
        return fail(ErrorCode::BadArgument, noOrigin(origins));
    }
    return origins;
}

}  // namespace gaplight
