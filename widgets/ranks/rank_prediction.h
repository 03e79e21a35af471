// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include <QObject>
#include <QQmlEngine>
#include <QString>

#include "core/analysis/ranks/joint_replay.h"
#include "core/scene/ranks/rank_lanes_scene.h"
#include "widgets/ranks/rank_set_object.h"
#include "widgets/session/pool_work.h"
#include "widgets/what_if/what_if_model.h"

namespace gaplight::ui {

// The joint replay of a set with its traces, which a replay of all ranks needs.
struct ReplayedRanks {
    explicit ReplayedRanks(std::shared_ptr<const RankSet> ranks)
        : set(std::move(ranks)), replay(rankTraces(*set), set->analysis) {}

    std::shared_ptr<const RankSet> set;
    JointReplay replay;
};

struct RankOutcome {
    std::shared_ptr<const ReplayedRanks> ranks;
    std::optional<JointTimes> times;                          // empty: it does not settle
    std::shared_ptr<const std::vector<PredictedLane>> lanes;  // of all ranks; null as well
};

// What the changes of What if on the shown rank do to all ranks: a joint replay on a pool thread
// after each new answer of What if, while there are changes. Its times are What if's answer
// (setAnswerOfAll). The last one is shown until the next is ready.
class RankPrediction : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by the window")

public:
    // Both must outlive it.
    RankPrediction(const RankSetObject& ranks, WhatIfModel& whatIf, QObject* parent = nullptr);

    // By lane of the set's chart; empty: nothing is predicted.
    std::span<const PredictedLane> lanes() const {
        return m_lanes ? std::span(*m_lanes) : std::span<const PredictedLane>();
    }
    bool running() const { return m_isWorking; }

Q_SIGNALS:
    void changed();

private:
    void update();
    void start();
    void receive(const RankOutcome& outcome);
    QString answer() const;

    const RankSetObject& m_ranks;
    WhatIfModel& m_whatIf;
    std::shared_ptr<const ReplayedRanks> m_replayed;  // null until the first result
    std::optional<JointTimes> m_times;
    std::shared_ptr<const std::vector<PredictedLane>> m_lanes;
    bool m_isWorking = false;
    bool m_isStale = false;  // there was another answer since the running replay started
    PoolWork<RankOutcome> m_work;
};

}  // namespace gaplight::ui
