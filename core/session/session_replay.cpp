// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/session/session_replay.h"

#include <utility>

#include "core/analysis/host/profiler_overhead.h"
#include "core/detectors/what_if/resolve_edits.h"

namespace gaplight {

SessionReplay::SessionReplay(std::shared_ptr<const Session> session)
    : m_session(std::move(session)),
      m_replay(Replay::build(*m_session->trace, m_session->indexes->launches, m_session->analysis)),
      m_warm(m_replay, *m_session->trace, m_session->analysis),
      m_unchanged(timeline({})) {}

WhatIfRun SessionReplay::run(std::span<const WhatIf> changes) const {
    const Session& session = *m_session;
    const ArgLookup args = argLookup(session.details);
    const WhatIfSubject subject{*session.trace, session.indexes->launches, session.analysis,
                                session.findings.findings, args};
    WhatIfRun run;
    std::vector<std::string> texts;
    for (const WhatIf& change : changes) {
        Result<std::vector<ReplayEdit>> edits = replayEdits(change, subject);
        if (!edits) {
            run.error = run.error ? std::move(run.error) : std::move(edits.error());
            continue;
        }
        run.edits.insert(run.edits.end(), edits->begin(), edits->end());
        texts.push_back(change.text);
    }
    run.timeline = timeline(run.edits);
    run.answer = whatIfAnswer(m_replay, m_unchanged, run.timeline);
    run.answer.edits = std::move(texts);
    return run;
}

void SessionReplay::addUnprofiled(WhatIfRun& run) const {
    const Trace& trace = *m_session->trace;
    ProfilerOverhead overhead(trace, m_session->indexes->launches);
    std::vector<ReplayEdit> edits = withoutProfiler(trace, overhead);
    if (!edits.empty()) {
        run.answer.unprofiledBefore = m_warm.windowWith(edits);
        edits.insert(edits.end(), run.edits.begin(), run.edits.end());
        run.answer.unprofiled = m_warm.windowWith(edits);
    }
}

ReplayTimeline SessionReplay::timeline(std::span<const ReplayEdit> edits) const {
    return m_warm.timeline(edits, replayedSteps(m_session->analysis.steps));
}

}  // namespace gaplight
