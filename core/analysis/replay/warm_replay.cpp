// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/replay/warm_replay.h"

namespace gaplight {

WarmReplay::WarmReplay(const Replay& replay, const Trace& trace, const Analysis& analysis)
    : m_replay(&replay),
      m_firstUse(withoutFirstUse(trace, analysis.firstUse)),
      m_window(m_firstUse.empty() ? replay.replayedWindow() : replay.windowWith(m_firstUse)) {}

Duration WarmReplay::windowWith(std::span<const ReplayEdit> edits) const {
    return m_replay->windowWith({m_firstUse, edits});
}

ReplayTimeline WarmReplay::timeline(std::span<const ReplayEdit> edits,
                                    std::span<const TimeRange> steps) const {
    std::vector<ReplayEdit> all = m_firstUse;
    all.insert(all.end(), edits.begin(), edits.end());
    return m_replay->timeline(all, steps);
}

}  // namespace gaplight
