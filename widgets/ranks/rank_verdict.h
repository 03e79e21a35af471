// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include <QObject>

#include "core/ranks/rank_set.h"
#include "core/ranks/rules/rank_rules.h"
#include "widgets/session/pool_work.h"

namespace gaplight::ui {

// The verdict on a set: one sentence at once, with the cost of the late rank and the findings after
// a joint replay on another thread.
class RankVerdict : public QObject {
    Q_OBJECT

public:
    explicit RankVerdict(QObject* parent = nullptr);

    void start(std::shared_ptr<const RankSet> set);
    // Drops the set and its verdict.
    void drop();

    [[nodiscard]] bool isRunning() const { return m_isRunning; }
    [[nodiscard]] const std::string& sentence() const { return m_verdict.sentence; }
    // Empty while it is running.
    [[nodiscard]] const RankAssessment& assessment() const { return m_verdict.assessment; }

Q_SIGNALS:
    void changed();

private:
    struct Verdict {
        std::string sentence;
        RankAssessment assessment;
    };

    Verdict m_verdict;
    bool m_isRunning = false;
    PoolWork<Verdict> m_work;
};

}  // namespace gaplight::ui
