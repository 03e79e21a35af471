// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "core/analysis/analysis.h"
#include "core/analysis/replay/critical_path.h"
#include "core/analysis/replay/replay_edit.h"
#include "core/base/intervals.h"
#include "core/base/time.h"
#include "core/index/launch_index.h"
#include "core/trace/trace.h"

namespace gaplight {

// Shares of the measured window. Beyond the first a saving carries a warning, beyond the second
// none is given (metrics.md, "What a fix would buy").
inline constexpr double kReplayWarnError = 0.02;
inline constexpr double kReplayTrustError = 0.10;

// Where a replay places a slice of the trace.
struct ReplayedSlice {
    SliceId slice;
    TimeRange range;
};

// Result of a replay in full. Before the first edit all is where the trace has it, except waits
// that the replay takes to be of typical length.
struct ReplayTimeline {
    TimeRange window;                   // first activity's start to last one's end
    std::vector<ReplayedSlice> slices;  // calls that launch or block, and activities; by slice
    CriticalPath path;
    // The median time from the end of one step's GPU work to the end of the next one's, where a
    // step's work ends no earlier than that of the step before; empty with fewer than two steps.
    std::optional<Duration> step;
};

// The dependency graph of a trace, replayed with parts of the program changed.
//
// Host. A call (launch, blocking call) starts when its predecessor has returned and the host time
// measured between the two is over. The predecessor is the last call of its own thread, or of the
// thread that it had been waiting for (host_calls.h).
// GPU. An activity starts at the latest of: its launch call's start + the trace's launch floor; the
// end of the activity before it on its stream; the end of the activities on other streams that its
// stream waited for. A delay that the trace shows beyond these is part of the dependency met last:
// it moves with that dependency and disappears when another one is met last. So waits are never
// counted twice, and a queue that an edit fills runs as full queues of the trace do.
// Waits. A blocking call returns when its device, stream or event is done, after the median delay
// of its kind in this trace; a copy of pageable memory when it is copied; a launch when its
// stream's queue is not full (call_waits.h). CUDA graphs are one call with many activities.
// Collectives keep their measured duration: the wait for other ranks is not modeled.
//
// Every dependency points back in the order of calls, so one pass computes all times; each is a
// maximum of sums, so removing anything never makes anything later. Immutable; safe from many
// threads. Refers to the trace, which must outlive it.
class Replay {
public:
    // O(calls + activities log activities).
    [[nodiscard]] static Replay build(const Trace& trace, const LaunchIndex& launches,
                                      const Analysis& analysis);
    ~Replay();
    Replay(Replay&&) noexcept;
    Replay& operator=(Replay&&) noexcept;

    // From the start of the first activity with a recorded launch, on any GPU, to the last
    // activity's end; zero without activities.
    Duration measuredWindow() const;
    // The same interval in the replay of the unchanged trace.
    Duration replayedWindow() const;
    // The same interval without Activities::unexplained: every activity starts as soon as its known
    // dependencies are met.
    Duration explainedWindow() const;
    // The larger of |replayed - measured| / measured and |explained - measured| / measured: delays
    // that are copied from the trace must not make the model look better than it is.
    double modelError() const;
    bool trusted() const { return modelError() <= kReplayTrustError; }

    // The window that all edits together would give. O(calls + activities after the first edit).
    Duration windowWith(const ReplayEdits& edits) const;
    // replayedWindow() - windowWith(edits); never below zero for edits that only remove.
    Duration saving(const ReplayEdits& edits) const { return replayedWindow() - windowWith(edits); }

    // All times and the critical path with the edits. `steps` are host ranges in time order; work
    // belongs to the step that its launch starts in. O(calls + activities, sorted).
    // With `shown`: only the slices that overlap it, and no path, for a change that is being
    // dragged.
    ReplayTimeline timeline(std::span<const ReplayEdit> edits,
                            std::span<const TimeRange> steps = {},
                            const std::optional<TimeRange>& shown = {}) const;

private:
    friend class PartialReplay;
    struct Graph;
    explicit Replay(std::unique_ptr<const Graph> graph);

    std::unique_ptr<const Graph> m_graph;
};

// A replay that runs piece by piece: what one piece shows may set how long activities take, and
// what depends on them is replayed again.
class PartialReplay {
public:
    // `replay` must outlive it. `settable`: the activities whose duration may be set. Until it is
    // set, each has its recorded duration, also where `edits` changes it.
    PartialReplay(const Replay& replay, std::span<const ReplayEdit> edits,
                  std::span<const SliceId> settable);
    ~PartialReplay();
    PartialReplay(PartialReplay&&) noexcept;
    PartialReplay& operator=(PartialReplay&&) noexcept;

    // Calls that launch or block, in the order in which they depend on each other.
    std::uint32_t calls() const;
    // The call that launches settable[at].
    std::uint32_t callOf(std::size_t at) const;
    TimeRange range(std::size_t at) const;  // once that call was run
    Duration duration(std::size_t at) const;
    void setDuration(std::size_t at, Duration duration);

    // Replays the calls from `first` up to `end`. All before have run, with the durations that
    // their activities have now. O(calls + activities of these).
    void run(std::uint32_t first, std::uint32_t end);

    // As of ReplayTimeline, once all calls have run.
    TimeRange window() const;
    std::optional<Duration> step(std::span<const TimeRange> steps) const;
    // The time of all activities that are not settable, once all calls have run, without those
    // launched before the capture; with `shown`: of those that overlap it.
    // O(activities log activities).
    MergedRanges otherWork(const std::optional<TimeRange>& shown) const;

private:
    struct State;
    std::unique_ptr<State> m_state;
};

// A replay of the program without first use (withoutFirstUse), which savings and what-if refer to.
class WarmReplay {
public:
    // `replay` must outlive it. One replay where there is any first use, none otherwise.
    WarmReplay(const Replay& replay, const Trace& trace, const Analysis& analysis);

    // Replay::replayedWindow() and measuredWindow() without the time of first use.
    Duration replayedWindow() const { return m_window; }
    Duration measuredWindow() const {
        return m_replay->measuredWindow() - (m_replay->replayedWindow() - m_window);
    }
    const Replay& replay() const { return *m_replay; }

    // As the functions of Replay.
    Duration windowWith(std::span<const ReplayEdit> edits) const;
    Duration saving(std::span<const ReplayEdit> edits) const {
        return m_window - windowWith(edits);
    }
    ReplayTimeline timeline(std::span<const ReplayEdit> edits, std::span<const TimeRange> steps,
                            const std::optional<TimeRange>& shown = {}) const;

private:
    const Replay* m_replay;
    std::vector<ReplayEdit> m_firstUse;  // edits that take it out
    Duration m_window;
};

}  // namespace gaplight
