// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "core/index/launch_index.h"
#include "core/trace/trace.h"

namespace gaplight {

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

}  // namespace gaplight
