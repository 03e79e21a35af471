// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/ranks/rank_prediction.h"

#include <utility>

#include "core/base/intervals.h"

namespace gaplight::ui {
namespace {

// All of it as computing.
BusyProfile profileOf(const MergedRanges& work) {
    if (work.ranges().empty()) {
        return {};
    }
    GpuTime time;
    time.window = {work.ranges().front().begin, work.ranges().back().end};
    time.gaps = rangesOutside({time.window}, work.ranges());
    return BusyProfile::build(std::move(time));
}

}  // namespace

RankPrediction::RankPrediction(const RankSetObject& ranks, WhatIfModel& whatIf, QObject* parent)
    : QObject(parent),
      m_ranks(ranks),
      m_whatIf(whatIf),
      m_work([this](const auto& outcome) { receive(outcome); }) {
    connect(&whatIf, &WhatIfModel::answerChanged, this, &RankPrediction::update);
    connect(&ranks, &RankSetObject::changed, this, &RankPrediction::update);
}

void RankPrediction::update() {
    if (m_replayed && m_replayed->set != m_ranks.sharedSet()) {
        m_replayed.reset();
    }
    m_whatIf.setOneOfRanks(m_ranks.active());
    if (!m_ranks.active() || !m_whatIf.hasChanges()) {
        m_times.reset();
        m_lanes.reset();
        m_isStale = false;
    } else if (m_isWorking) {
        m_isStale = true;
    } else if (m_whatIf.hasAnswer()) {
        start();
    }
    m_whatIf.setAnswerOfAll(answer());
    Q_EMIT changed();
}

// One replay at a time: of changes made while it runs, the last are replayed after it.
void RankPrediction::start() {
    m_isWorking = true;
    m_isStale = false;
    std::vector<std::vector<ReplayEdit>> edits(static_cast<std::size_t>(m_ranks.count()));
    edits[static_cast<std::size_t>(m_ranks.current())] = m_whatIf.replayedEdits();
    // While a change is dragged, what is in view, so that the lanes follow.
    const std::optional<TimeRange> played = m_whatIf.playedShown();
    const auto shown =
        played ? std::optional(m_ranks.clock().toAxis(*played)) : std::optional<TimeRange>();
    m_work.start(
        [set = m_ranks.sharedSet(), replayed = m_replayed, edits = std::move(edits), shown] {
            RankOutcome outcome;
            outcome.ranks = replayed ? replayed : std::make_shared<const ReplayedRanks>(set);
            JointEdit edit;
            edit.kind = JointEdit::Kind::OfRanks;
            edit.ofRanks = edits;
            if (const auto timeline = outcome.ranks->replay.timelineWith(edit, shown)) {
                outcome.times = timeline->times;
                std::vector<PredictedLane> lanes;
                for (const JointTimeline::Rank& rank : timeline->ranks) {
                    lanes.push_back({rank.kernels, profileOf(rank.work), rank.end});
                }
                outcome.lanes = std::make_shared<const std::vector<PredictedLane>>(lanes);
            }
            return outcome;
        });
}

void RankPrediction::receive(const RankOutcome& outcome) {
    m_isWorking = false;
    if (outcome.ranks->set != m_ranks.sharedSet() || !m_whatIf.hasChanges()) {
        return update();
    }
    m_replayed = outcome.ranks;
    m_times = outcome.times;
    m_lanes = outcome.lanes;
    if (m_isStale) {
        start();
    }
    m_whatIf.setAnswerOfAll(answer());
    Q_EMIT changed();
}

// Empty where there is none.
QString RankPrediction::answer() const {
    if (!m_times || !m_replayed->replay.isTrusted() || !m_replayed->replay.unchanged()) {
        return {};
    }
    const JointTimes& before = *m_replayed->replay.unchanged();
    const JointTimes& after = *m_times;
    const std::optional<BeforeAfter> step =
        before.step && after.step ? std::optional(BeforeAfter{*before.step, *after.step})
                                  : std::nullopt;
    return predictionText(QStringLiteral(" of all ranks"), step, {before.window, after.window});
}

}  // namespace gaplight::ui
