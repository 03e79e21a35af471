// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "core/analysis/replay/dependency_graph.h"
#include "core/analysis/replay/host_calls.h"
#include "core/analysis/replay/replay_plan.h"
#include "core/base/column.h"
#include "core/base/time.h"
#include "core/trace/trace.h"

namespace gaplight {

// Launches of one stream that may be unfinished before the next launch call waits. H200, driver
// 580: every launch call that took over 60 µs in five saturated traces began with 1,022 others
// unfinished and returned 3 to 7 µs after the oldest had ended.
inline constexpr std::uint32_t kQueueCapacity = 1022;

// Measures the typical delays of a trace. O(calls + activities log activities).
[[nodiscard]] ReplayTimings replayTimings(const Trace& trace, const HostCalls& host);

// Times of all calls and activities in one replay.
struct ReplayTimes {
    Column<Time> callEnd;
    Column<Time> activityStart;
    Column<Time> activityEnd;

    // From the start of DependencyGraph::earliest to the last end; empty without activities. An
    // activity that an edit moves before it does not make the window longer.
    TimeRange window(const DependencyGraph& graph) const;
};

// The dependency that was met last and so determined when a call returned or an activity started.
struct ReplayCause {
    enum class From : std::uint8_t {
        Measured,   // the time recorded in the trace
        Launch,     // the start of call `index`
        Activity,   // activity `index`
        FullQueue,  // activity `index`, whose end made room in the launch queue
        OwnTime,    // the call's own host time
    };
    From from = From::Measured;
    std::uint32_t index = 0;
};

// A replay with the cause of each time.
struct ReplayDetails {
    ReplayTimes times;
    std::vector<Time> callStart;
    std::vector<ReplayCause> activityCause;  // of an activity's start
    std::vector<ReplayCause> callCause;      // of a call's return
};

// The unchanged program. O(calls + activities).
[[nodiscard]] ReplayTimes replay(const DependencyGraph& graph);
// The unchanged program without Activities::unexplained: whatever started after the earliest
// activity starts as soon as its known dependencies are met. O(calls + activities).
[[nodiscard]] ReplayTimes replayExplained(const DependencyGraph& graph);
// The changed program. `unchanged`: result of replay(graph), copied up to the first change.
[[nodiscard]] ReplayTimes replay(const DependencyGraph& graph, const ReplayTimes& unchanged,
                                 const ReplayPlan& plan);
// The same, written to `times`, which is empty or of an earlier replay of this graph and whose
// memory is used again: new memory for each of many replays costs page faults.
void replayInto(ReplayTimes& times, const DependencyGraph& graph, const ReplayTimes& unchanged,
                const ReplayPlan& plan);
// Some calls of the changed program, from `first` up to `end`. The times of all before are in
// `times`, which has room for all. O(log changes + calls).
void replayCalls(ReplayTimes& times, const DependencyGraph& graph, const ReplayTimes& unchanged,
                 const ReplayPlan& plan, std::uint32_t first, std::uint32_t end);
// Room for the times of all calls and activities.
void makeRoom(const DependencyGraph& graph, ReplayTimes& times);
// The changed program with the cause of each time; replays all of it.
[[nodiscard]] ReplayDetails replayInDetail(const DependencyGraph& graph,
                                           const ReplayTimes& unchanged, const ReplayPlan& plan);

}  // namespace gaplight
