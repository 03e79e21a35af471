// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "core/analysis/analysis.h"
#include "core/analysis/replay/replay.h"
#include "core/analysis/replay/replay_edit.h"
#include "core/base/time.h"
#include "core/trace/trace.h"

namespace gaplight {

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
    ReplayTimeline timeline(std::span<const ReplayEdit> edits,
                            std::span<const TimeRange> steps) const;

private:
    const Replay* m_replay;
    std::vector<ReplayEdit> m_firstUse;  // edits that take it out
    Duration m_window;
};

}  // namespace gaplight
