// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "core/analysis/replay/dependency_graph.h"
#include "core/analysis/replay/host_calls.h"
#include "core/analysis/replay/stream_histories.h"
#include "core/analysis/replay/sync_records.h"
#include "core/analysis/torch/kernel_group.h"
#include "core/base/time.h"
#include "core/trace/trace.h"

namespace gaplight {

// Explains the measured start of each GPU activity: launch lag, stream lag, waits for other
// streams, and a remainder, so that the maximum over all of them is exactly the measured start.
class ActivityStarts {
public:
    ActivityStarts(const Trace& trace, const SyncRecords& syncs, const StreamHistories& streams,
                   DependencyGraph& graph)
        : m_trace(trace),
          m_streams(streams),
          m_graph(graph),
          m_streamWaits(syncs, streams),
          m_groups(trace) {}

    // Sets the columns launchLag, previous, streamLag, unexplained and lateBy, and the edges of
    // activity `index`, the one at `position` of its call; its start and duration are set already.
    // Called in the order of the activities, once all before it are in `streams`. O(streams log
    // activities).
    void explain(const HostCall& call, std::uint32_t index, std::uint32_t stream,
                 std::uint32_t position);

private:
    static constexpr std::uint32_t kNone = DependencyGraph::kNone;
    using LateBy = DependencyGraph::LateBy;

    // A dependency that could explain the start of an activity.
    struct Cause {
        DependencyEdge edge;
        Time ready;  // start that it explains
    };

    Duration usualLaunchLag(const HostCall& call, const StreamHistories::Stream& stream,
                            std::uint32_t position) const;
    std::uint32_t previousOn(const StreamHistories::Stream& stream, Time start) const;
    bool addUnknownWait(std::uint32_t stream, Time ready, Time start);
    [[nodiscard]] bool isHandOver(const DependencyEdge& guess);

    const Trace& m_trace;
    const StreamHistories& m_streams;
    DependencyGraph& m_graph;
    StreamWaits m_streamWaits;
    KernelGroups m_groups;
    std::vector<std::uint32_t> m_waits;  // of the activity at hand
    std::vector<Cause> m_causes;         // of the activity at hand
};

}  // namespace gaplight
