// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/session_replay.h"

#include <utility>

#include "core/analysis/replay/recording_cost.h"
#include "core/detectors/what_if/resolve_edits.h"
#include "core/session/arg_lookup.h"

namespace gaplight {

SessionReplay::SessionReplay(std::shared_ptr<const Session> session)
    : m_session(std::move(session)),
      m_replay(Replay::build(*m_session->trace, m_session->indexes->launches, m_session->analysis)),
      m_unchanged(timeline({})) {}

Result<std::vector<ReplayEdit>> SessionReplay::edits(const WhatIf& edit) const {
    const Session& session = *m_session;
    const ArgLookup args = argLookup(*session.trace, *session.details);
    return replayEdits(edit, {*session.trace, session.indexes->launches, session.analysis,
                              session.findings.findings, args});
}

ReplayTimeline SessionReplay::timeline(std::span<const ReplayEdit> edits) const {
    return m_replay.timeline(edits, replayedSteps(m_session->analysis.steps));
}

WhatIfAnswer SessionReplay::answer(const ReplayTimeline& changed) const {
    return whatIfAnswer(m_replay, m_unchanged, changed);
}

void SessionReplay::addUnprofiled(std::span<const ReplayEdit> edits, WhatIfAnswer& answer) const {
    std::vector<ReplayEdit> both =
        withoutRecordingCost(*m_session->trace, m_session->indexes->launches);
    if (!both.empty()) {
        answer.unprofiledBefore = m_replay.windowWith(both);
        both.insert(both.end(), edits.begin(), edits.end());
        answer.unprofiled = m_replay.windowWith(both);
    }
}

}  // namespace gaplight
