// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>
#include <span>

#include "core/analysis/torch/name_classes.h"
#include "core/base/column.h"
#include "core/base/time.h"
#include "core/index/launch_index.h"
#include "core/trace/trace.h"

namespace gaplight {

// "No earlier than `lag` after the end (or the start) of an activity."
struct DependencyEdge {
    std::uint32_t activity = 0;  // position in DependencyGraph::activities
    bool fromStart = false;
    Duration lag{};  // may be negative: work that overlaps what it follows
};

// Typical delays of launches, which the replay assumes where the trace does not show the delay
// itself. Measured on the trace where it has enough examples, else constants.
struct ReplayTimings {
    Duration launchFloor{};  // launch call's start → activity's start, on an idle stream
    Duration graphFloor{};   // the same for the first activity of a CUDA graph
    Duration streamGap{};    // end of an activity → start of the next one that was queued behind
    Duration launchCall{};   // duration of a launch call whose queue is not full
    std::uint32_t queueCapacity = 0;  // launches of one stream that may be unfinished
};

// The calls of a trace that launch or block, the GPU activities they launched, and for each of them
// what it had to wait for. Every dependency points to a call or activity before it in these tables,
// so one pass from front to back computes all times.
struct DependencyGraph {
    static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();
    // The launch lag of an activity whose launch was not recorded.
    static constexpr Duration kNoLaunch = Duration::min();

    // Flags of a call, in Calls::traits.
    static constexpr std::uint8_t kBlocks = 1;    // a blocking call
    static constexpr std::uint8_t kCopies = 2;    // a copy that blocks the host until it is done
    static constexpr std::uint8_t kLaunches = 4;  // has activities
    static constexpr std::uint8_t kQueues = 8;  // may wait for a full launch queue: its first wait

    // The dependency of an activity to which `unexplained` was added. Guess: its last edge, which
    // exists for this alone.
    enum class LateBy : std::uint8_t { Launch, Stream, Edge, Guess };

    // In the order of their starts. Calls inside others are part of the outermost.
    struct Calls {
        Column<TrackId> track;           // invalid: represents activities without a launch
        Column<Time> start;              // measured
        Column<Time> end;                // measured
        Column<Duration> own;            // host time of the call without its waits
        Column<std::uint32_t> after;     // predecessor on the host (HostCall::after), or kNone
        Column<std::uint32_t> activity;  // first of its activities; one more at the end
        Column<std::uint32_t> wait;      // first of its `waits`; one more at the end
        Column<std::uint8_t> traits;
        Column<DependencyEdge> waits;  // all of them end before the call returns

        std::size_t size() const { return start.size(); }
    } calls;

    // In the order of their launches, those of one launch by start.
    struct Activities {
        Column<ActivityId> id;
        Column<Time> start;              // measured
        Column<Duration> duration;       // measured
        Column<Duration> launchLag;      // after the start of its launch call
        Column<std::uint32_t> previous;  // activity that it follows on its stream, or kNone
        Column<Duration> streamLag;      // after the end of `previous`
        Column<std::uint32_t> edge;      // first of its `edges`; one more at the end
        Column<std::uint32_t> call;
        // Delay beyond all known dependencies, where it is more than a launch takes. It is part of
        // the lag of the dependency that was met last (`lateBy`).
        Column<Duration> unexplained;
        Column<LateBy> lateBy;
        Column<DependencyEdge> edges;  // activities on other streams that it waited for

        std::size_t size() const { return start.size(); }
    } activities;

    // The activity that starts first of those whose launch was recorded; of all, if no launch was.
    // Its launch lag is the same in every replay, and it starts no sooner than in the unchanged
    // one: the window begins with it and would grow.
    std::uint32_t earliest = kNone;

    ReplayTimings timings;

    // HostCalls::slices and the call of each.
    Column<SliceId> callSlices;
    Column<std::uint32_t> callOfSlice;
    // Position in `activities`, by Trace::gpuActivities().
    Column<std::uint32_t> activityOf;

    // The call that a slice belongs to; kNone for any other slice. O(log calls).
    std::uint32_t callWith(SliceId slice) const;
    bool has(std::uint32_t call, std::uint8_t traits) const {
        return (calls.traits[call] & traits) != 0;
    }
};

// O(slices) to find the calls, then O(calls + activities log activities).
[[nodiscard]] DependencyGraph buildDependencyGraph(const Trace& trace, const LaunchIndex& launches,
                                                   const NameClasses& names);

}  // namespace gaplight
