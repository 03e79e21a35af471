// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/base/string_pool.h"
#include "core/index/launch_index.h"
#include "core/trace/trace.h"

namespace gaplight {

using LaunchedKernelId = Id<struct LaunchedKernelTag>;

// A call recorded into a graph: one node of it.
struct CapturedNode {
    SliceId call;
    SliceKind activity = SliceKind::Kernel;  // what it would have launched: kernel, copy or memset
    LaunchedKernelId kernel;                 // CapturedGraphs::kernels; invalid: not recorded
};

// A CUDA or HIP graph from the begin to the end of its capture.
struct CapturedGraph {
    SliceId begin;                    // the call that begins the capture
    std::vector<CapturedNode> nodes;  // in the order of their calls
};

struct CapturedGraphs {
    std::vector<CapturedGraph> graphs;  // by begin; those without nodes are left out
    // Names of the kernels that nodes launch, where the profiler records them with the call
    // (ROCm does, CUDA does not).
    StringPool<struct LaunchedKernelTag> kernels;
};

// DetailField::LaunchedKernel of a launch call; empty where it is not recorded. One read each.
using LaunchedKernelLookup = std::function<std::string(SliceId call)>;

// The graphs that a trace captures. A node is a launch, copy or memset that started in its process
// while the capture was open (the autograd engine captures from threads of its own) and ran
// nothing; of two captures open in one process, the one of its thread, else the later one. Names
// are looked up until kMaxUnnamed launches have had none. One pass over all slices, then
// O(calls log calls) and the reads.
inline constexpr std::size_t kMaxUnnamed = 16;
[[nodiscard]] CapturedGraphs capturedGraphs(const Trace& trace, const LaunchIndex& launches,
                                            const LaunchedKernelLookup& lookup);

// By what the activities of a replay are ordered.
enum class NodeOrder : std::uint8_t {
    NodeIds,  // ids of graph nodes, which grow as the nodes are captured
    Starts,   // starts on one stream
    Streams,  // starts on several streams: no order of the capture
};

// One launch of a graph.
struct GraphReplay {
    SliceId launch;
    std::vector<SliceId> nodes;  // kernels, copies and memsets, in the order of `order`
    NodeOrder order = NodeOrder::Starts;
    std::uint64_t graphId = 0;  // of the instantiated graph; 0: not recorded
};

// Replays of graphs with the same kernels in the same order: of one graph, or of several that
// are alike (the layers of a model).
struct ReplayGroup {
    std::vector<GraphReplay> replays;  // in time order
};

// The replays of a trace by their kernels, copies and memsets. O(texts + activities log
// activities).
[[nodiscard]] std::vector<ReplayGroup> graphReplays(const Trace& trace,
                                                    const LaunchIndex& launches);

// Nodes of a captured graph, one for each of a replay, in its order.
using NodeSequence = std::vector<std::uint32_t>;

// Compares replays with captured graphs, node by node, by kind and short kernel name.
class GraphFit {
public:
    // Nodes compared in all: a file that is made to have many graphs alike ends here, not the
    // reader.
    static constexpr std::size_t kMaxComparedNodes = 100'000'000;

    // Both must outlive it; `trace` has the replays. O(names).
    GraphFit(const Trace& trace, const CapturedGraphs& captured);

    // The captured nodes of a replay; empty where the graph does not fit it. Of a replay on several
    // streams the n-th of a name is the n-th that was captured. O(nodes log nodes).
    [[nodiscard]] std::optional<NodeSequence> sequenceOf(const GraphReplay& replay,
                                                         const CapturedGraph& graph);

private:
    [[nodiscard]] const std::string& shortName(SliceId activity);
    [[nodiscard]] bool fits(const CapturedNode& node, SliceId activity);
    [[nodiscard]] std::optional<NodeSequence> sequenceByName(const GraphReplay& replay,
                                                             const CapturedGraph& graph);

    const Trace& m_trace;
    std::vector<std::string> m_shortCaptured;                // per captured kernel name
    std::unordered_map<StringId, std::string> m_shortNames;  // per name of the trace
    std::size_t m_compared = 0;                              // nodes
};

}  // namespace gaplight
