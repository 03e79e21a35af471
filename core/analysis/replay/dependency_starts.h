// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "core/analysis/replay/dependency_calls.h"
#include "core/analysis/replay/dependency_graph.h"
#include "core/analysis/replay/dependency_stream_waits.h"
#include "core/analysis/replay/dependency_streams.h"
#include "core/analysis/replay/dependency_syncs.h"
#include "core/base/time.h"

namespace gaplight {

// Everything that an activity had to wait for: its launch, its stream, other streams; and what is
// left, so that the latest of it gives exactly the start that was measured.
class ActivityStarts {
public:
    ActivityStarts(const SyncRecords& syncs, const StreamHistories& streams, DependencyGraph& graph)
        : m_streams(streams), m_graph(graph), m_streamWaits(syncs, streams) {}

    // Fills the columns launchLag, previous, streamLag, unexplained and lateBy, and the edges of
    // activity `index`, the one at `position` of its call; its start and duration are known. In the
    // order of the activities, each before it is in `streams`. O(streams log activities).
    void explain(const HostCall& call, std::uint32_t index, std::uint32_t stream,
                 std::uint32_t position);

private:
    static constexpr std::uint32_t kNone = DependencyGraph::kNone;
    using LateBy = DependencyGraph::LateBy;

    // A wait that could explain when an activity started.
    struct Cause {
        DependencyEdge edge;
        Time ready;  // what it explains
    };

    [[nodiscard]] Duration usualLaunchLag(const HostCall& call,
                                          const StreamHistories::Stream& stream,
                                          std::uint32_t position) const;
    [[nodiscard]] std::uint32_t previousOn(const StreamHistories::Stream& stream, Time start) const;
    bool addUnknownWait(std::uint32_t stream, Time ready, Time start);

    const StreamHistories& m_streams;
    DependencyGraph& m_graph;
    StreamWaits m_streamWaits;
    std::vector<std::uint32_t> m_waits;  // of the activity at hand
    std::vector<Cause> m_causes;         // of the activity at hand
};

}  // namespace gaplight
