// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/ranks/rank_verdict.h"

#include <optional>
#include <utility>

#include "core/report/ranks/rank_report.h"

namespace gaplight::ui {

RankVerdict::RankVerdict(QObject* parent)
    : QObject(parent), m_work([this](const Verdict& verdict) {
          m_verdict = verdict;
          m_isRunning = false;
          Q_EMIT changed();
      }) {}

// The joint replay takes as long as the replays of all ranks, several times.
void RankVerdict::start(std::shared_ptr<const RankSet> set) {
    m_verdict = {rankSetSentence({*set}), {}};
    m_isRunning = true;
    m_work.start([set = std::move(set)] {
        const JointReplay replay(rankTraces(*set), set->analysis);
        const std::optional<JointAnswer> cost = stragglerCost(*set, replay);
        const JointAnswer* known = cost ? &*cost : nullptr;
        return Verdict{rankSetSentence({*set, known}),
                       assessRanks(*set, set->ranks.front().session->settings, known)};
    });
    Q_EMIT changed();
}

void RankVerdict::drop() {
    m_work.drop();
    m_verdict = {};
    m_isRunning = false;
    Q_EMIT changed();
}

}  // namespace gaplight::ui
