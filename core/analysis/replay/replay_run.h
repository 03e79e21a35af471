// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "core/analysis/replay/dependency_graph.h"
#include "core/analysis/replay/replay_plan.h"
#include "core/base/time.h"

namespace gaplight {

// When everything happens in one replay.
struct ReplayTimes {
    std::vector<Time> callEnd;
    std::vector<Time> activityStart;
    std::vector<Time> activityEnd;

    // From the start of the activity that starts first in the trace to the last end; empty without
    // activities. What an edit lets start before that one does not make the window longer.
    [[nodiscard]] TimeRange window(const DependencyGraph& graph) const;
};

// What came last of all that a return or a start had to wait for.
struct ReplayCause {
    enum class From : std::uint8_t {
        Measured,  // the time recorded in the trace
        Launch,    // the start of call `index`
        Activity,  // activity `index`
        Place,     // activity `index`, which made a place in the launch queue
        Itself,    // the call's own host time
    };
    From from = From::Measured;
    std::uint32_t index = 0;
};

// A replay with the reasons for its times.
struct ReplayDetails {
    ReplayTimes times;
    std::vector<Time> callStart;
    std::vector<ReplayCause> activityCause;  // of an activity's start
    std::vector<ReplayCause> callCause;      // of a call's return
};

// The trace as it is. O(calls + activities).
[[nodiscard]] ReplayTimes replay(const DependencyGraph& graph);
// The trace as it would be if everything started as soon as what the graph knows lets it, but for
// the earliest activity. O(calls + activities).
[[nodiscard]] ReplayTimes replayExplained(const DependencyGraph& graph);
// The trace changed. `unchanged` as replay(graph) gives it: what comes before the first change is
// copied from there.
[[nodiscard]] ReplayTimes replay(const DependencyGraph& graph, const ReplayTimes& unchanged,
                                 const ReplayPlan& plan);
// The same in full, all of it replayed.
[[nodiscard]] ReplayDetails replayInDetail(const DependencyGraph& graph, const ReplayPlan& plan);

}  // namespace gaplight
