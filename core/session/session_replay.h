// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "core/analysis/replay/critical_path.h"
#include "core/analysis/replay/replay.h"
#include "core/base/result.h"
#include "core/detectors/what_if/edit_spec.h"
#include "core/scene/display/color_ref.h"
#include "core/scene/timeline/replay_scene.h"
#include "core/session/session.h"
#include "core/trace/trace.h"

namespace gaplight {

// Result of one replay with all changes applied together.
struct WhatIfRun {
    WhatIfAnswer answer;            // its `edits`: those that fit the trace, as written
    ReplayTimeline timeline;        // with the edits
    std::vector<ReplayEdit> edits;  // of the calls and activities of the trace
    // Error of the first edit that does not fit the trace (replayEdits()); such edits are ignored.
    std::optional<Error> error;
};

// Replays a loaded trace with edits. Builds the trace's dependency graph, which a session does not
// have. Replays the program without first use (WarmReplay). Immutable; safe from
// many threads; keeps its session alive.
class SessionReplay {
public:
    // O(calls + activities log activities): 0.2 s for a million kernels.
    explicit SessionReplay(std::shared_ptr<const Session> session);
    SessionReplay(const SessionReplay&) = delete;  // m_warm refers to m_replay
    SessionReplay& operator=(const SessionReplay&) = delete;
    ~SessionReplay() = default;

    const Session& session() const { return *m_session; }
    // One replay with all edits; without edits, the unchanged program. O(calls + activities), and
    // O(slices) for each change that names slices.
    // `shown`: as of Replay::timeline.
    WhatIfRun run(std::span<const WhatIf> changes,
                  const std::optional<TimeRange>& shown = {}) const;
    // Sets the answer's windows without the profiler's overhead, where the recorder's costs are
    // known (profiler_overhead.h). Two more replays, and O(slices).
    void addUnprofiled(WhatIfRun& run) const;

private:
    ReplayTimeline timeline(std::span<const ReplayEdit> edits,
                            const std::optional<TimeRange>& shown = {}) const;

    std::shared_ptr<const Session> m_session;
    Replay m_replay;
    WarmReplay m_warm;
    ReplayTimeline m_unchanged;
};

// The color of a kind of segments of the critical path, on the timeline and in legends.
[[nodiscard]] Role pathColor(PathKind kind);

// What a timeline draws of a replay: outlines of the moved slices with the predicted time of the
// GPUs (of the window alone, not what ran before it), and the critical path. Path segments are on
// the rows of their calls and activities; host time on the row of the next call. O(n log n).
[[nodiscard]] ReplayIntervals replayIntervals(const Trace& trace, const WhatIfRun& run,
                                              bool withGhosts, bool withPath);

}  // namespace gaplight
