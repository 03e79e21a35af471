// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <span>

#include "core/analysis/analysis.h"
#include "core/analysis/replay/replay_edit.h"
#include "core/analysis/replay/replay_timeline.h"
#include "core/base/time.h"
#include "core/index/launch_index.h"
#include "core/trace/trace.h"

namespace gaplight {

// Shares of the measured window. Beyond the first a saving carries a warning, beyond the second
// none is given (metrics.md, "What a fix would buy").
inline constexpr double kReplayWarnError = 0.02;
inline constexpr double kReplayTrustError = 0.10;

// The dependency graph of a trace, replayed with parts of the program changed.
//
// Host. A call (launch, blocking call) begins when the call that the host went on from has
// returned and the host time measured between the two is over. That is the last call of its own
// thread, or of the thread that it had been waiting for (dependency_calls.h).
// GPU. An activity starts at the latest of: its launch call's start + the trace's launch floor; the
// end of what its stream was given before; what its stream had to wait for. The wait that the
// trace shows beyond these is kept, as part of the one that came last: it moves with that cause,
// and is no longer there when another cause comes last. So waits are never counted twice, and a
// queue that an edit fills runs as full queues of the trace do.
// Waits. A blocking call returns when its device, stream or event is done, after a delay that is
// typical for its kind in this trace; a pageable copy with its copy; a launch when its stream's
// queue has a place (dependency_waits.h).
// CUDA graphs are one call with many activities. Collectives take as long as they took: how long
// one waits for other ranks is not known here.
//
// Every dependency points back in the order of calls, so one pass gives all times; it is a maximum
// of sums, so removing anything never makes anything later. Immutable; replays
// may run from many threads. Keeps nothing of the trace alive: valid as long as the trace.
class Replay {
public:
    // O(calls + activities log activities).
    [[nodiscard]] static Replay build(const Trace& trace, const LaunchIndex& launches,
                                      const Analysis& analysis);
    ~Replay();
    Replay(Replay&&) noexcept;
    Replay& operator=(Replay&&) noexcept;

    // From the first activity's start on any GPU to the last one's end; zero without activities.
    [[nodiscard]] Duration measuredWindow() const;
    // The same of the replay of the unchanged trace.
    [[nodiscard]] Duration replayedWindow() const;
    // The same once more, without the waits that are only known from the trace: every activity
    // starts as soon as what the graph knows lets it.
    [[nodiscard]] Duration explainedWindow() const;
    // |replayed - measured| / measured, or |explained - measured| / measured where that is more:
    // waits that are merely copied from the trace must not pass for a good model.
    [[nodiscard]] double modelError() const;
    [[nodiscard]] bool trusted() const { return modelError() <= kReplayTrustError; }

    // The window that all edits together would give. O(calls + activities after the first edit).
    [[nodiscard]] Duration windowWith(std::span<const ReplayEdit> edits) const;
    // replayedWindow() - windowWith(edits); never below zero for edits that only remove.
    [[nodiscard]] Duration saving(std::span<const ReplayEdit> edits) const {
        return replayedWindow() - windowWith(edits);
    }

    // Everything that happens under the edits. `steps` are host ranges in time order; work belongs
    // to the step that its launch starts in. O(calls + activities, sorted).
    [[nodiscard]] ReplayTimeline timeline(std::span<const ReplayEdit> edits,
                                          std::span<const TimeRange> steps = {}) const;

private:
    struct Graph;
    explicit Replay(std::unique_ptr<const Graph> graph);

    std::unique_ptr<const Graph> m_graph;
};

}  // namespace gaplight
