// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "core/analysis/replay/dependency_graph.h"
#include "core/analysis/replay/host_calls.h"
#include "core/analysis/replay/replay_edit.h"
#include "core/analysis/replay/replay_plan.h"
#include "core/base/id.h"
#include "core/trace/trace.h"

namespace gaplight {

// The stream that the work of CUDA graphs is in order with. Older CUPTI records a graph's kernels
// on the stream that the graph was captured on (165), although they run in the stream that
// cudaGraphLaunch names (7), which the trace does not record:
//
//   host        launch 7 · cudaGraphLaunch · launch 7
//   stream 7    [gemm]                       [copy]
//   stream 165         [graph's kernels]
//
// A stream is taken for such a capture stream of another stream L if
//   - only graph launches gave it work, always from threads whose last other launch went to L,
//   - no cudaStreamWaitEvent is between that launch and the graph's, and
//   - each graph starts after all work given to L before it, and ends before what comes after it.
class GraphStreams {
public:
    // `host`: activities of each call by start. O(activities).
    [[nodiscard]] static GraphStreams find(const Trace& trace, const HostCalls& host);

    // Identifies a stream of a GPU; where no stream was recorded, the activity's track.
    [[nodiscard]] static std::uint64_t keyOf(const Trace& trace, const GpuActivity& activity);
    // The recorded number of a stream; -1: none.
    [[nodiscard]] static std::int32_t numberOf(std::uint64_t key);
    // The stream that work of stream `key` is in order with: L, or `key` itself.
    std::uint64_t launchStreamOf(std::uint64_t key) const {
        const auto at = m_launchStream.find(key);
        return at == m_launchStream.end() ? key : at->second;
    }

private:
    std::unordered_map<std::uint64_t, std::uint64_t, IdHash> m_launchStream;  // by capture stream
};

// Appends the changes of GraphLaunch edits: in each of their ranges, the launches of the thread
// become launches of CUDA graphs. A wait inside a range cannot be captured: it ends one graph, and
// another begins after it. A graph of fewer than two launches changes nothing.
// `changes` holds the changes of all other edits, each call at most once, ascending, since a graph
// may span waits that they remove. Afterwards a call may be there twice.
// Returns whether there is any such edit. O(edits log calls + calls inside × log changes).
bool launchAsGraphs(const DependencyGraph& graph, const ThreadCalls& threads,
                    const ReplayEdits& edits, CallChanges& changes);

}  // namespace gaplight
