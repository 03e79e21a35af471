// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/provenance/captured_graphs.h"
#include "core/provenance/graph_replays.h"
#include "core/trace/trace.h"

namespace gaplight {

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
