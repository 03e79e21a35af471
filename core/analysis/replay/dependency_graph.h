// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "core/analysis/torch/name_classes.h"
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

// What the replay assumes where the trace shows nothing nearer. Learned from the trace where it
// has enough examples.
struct ReplayTimings {
    Duration launchFloor{};  // launch call's start → activity's start, on an idle stream
    Duration graphFloor{};   // the same for the first activity of a CUDA graph
    Duration streamGap{};    // end of an activity → start of the next one that was queued behind
    Duration launchCall{};   // a launch call that finds a place in the queue
    std::uint32_t queuePlaces = 0;  // launches of one stream that may be unfinished
};

// Every launch and every blocking call of a trace, what it launched, and what each of them had to
// wait for. Everything depends only on calls and activities before it in these tables, so that one
// pass from front to back gives all times.
struct DependencyGraph {
    static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();
    // Of an activity whose launch was not recorded.
    static constexpr Duration kNoLaunch = Duration::min();

    // Bits of Calls::traits.
    static constexpr std::uint8_t kBlocks = 1;    // waits for the GPU, or would if it had work
    static constexpr std::uint8_t kCopies = 2;    // a copy that the host had to wait for
    static constexpr std::uint8_t kLaunches = 4;  // has activities
    static constexpr std::uint8_t kQueues = 8;    // its first wait is for a place in the queue

    // Which of an activity's causes its `unexplained` was added to. Guess: its last edge, which is
    // there for this alone.
    enum class LateBy : std::uint8_t { Launch, Stream, Edge, Guess };

    // In the order of their starts. Calls inside others are part of the outermost.
    struct Calls {
        std::vector<TrackId> track;           // invalid: represents activities without a launch
        std::vector<Time> start;              // measured
        std::vector<Time> end;                // measured
        std::vector<Duration> own;            // host time of the call, waits apart
        std::vector<std::uint32_t> after;     // call whose return the host went on from, or kNone
        std::vector<std::uint32_t> activity;  // first of its activities; one more at the end
        std::vector<std::uint32_t> wait;      // first of its `waits`; one more at the end
        std::vector<std::uint8_t> traits;
        std::vector<DependencyEdge> waits;  // it returns no earlier than these

        [[nodiscard]] std::size_t size() const { return start.size(); }
    } calls;

    // In the order of their launches, those of one launch by start.
    struct Activities {
        std::vector<ActivityId> id;
        std::vector<Time> start;              // measured
        std::vector<Duration> duration;       // measured
        std::vector<Duration> launchLag;      // after the start of its launch call
        std::vector<std::uint32_t> previous;  // activity that it follows on its stream, or kNone
        std::vector<Duration> streamLag;      // after the end of `previous`
        std::vector<std::uint32_t> edge;      // first of its `edges`; one more at the end
        std::vector<std::uint32_t> call;
        // How much later it started than everything known let it, where that is more than a
        // launch takes; part of the lag of what came last.
        std::vector<Duration> unexplained;
        std::vector<LateBy> lateBy;
        std::vector<DependencyEdge> edges;  // what else it waited for, on other streams

        [[nodiscard]] std::size_t size() const { return start.size(); }
    } activities;

    // The activity that starts first. It keeps its launch lag in every replay: the window begins
    // with it, and would only grow if it started sooner.
    std::uint32_t earliest = kNone;

    ReplayTimings timings;

    // Slices of calls, those inside others too, ascending, and which call each belongs to.
    std::vector<SliceId> callSlices;
    std::vector<std::uint32_t> callOfSlice;
    // By Trace::gpuActivities().
    std::vector<std::uint32_t> activityOf;

    // kNone for any other slice. O(log calls).
    [[nodiscard]] std::uint32_t callWith(SliceId slice) const;
    [[nodiscard]] bool has(std::uint32_t call, std::uint8_t traits) const {
        return (calls.traits[call] & traits) != 0;
    }
};

// O(slices) to find the calls, then O(calls + activities log activities).
[[nodiscard]] DependencyGraph buildDependencyGraph(const Trace& trace, const LaunchIndex& launches,
                                                   const NameClasses& names);

}  // namespace gaplight
