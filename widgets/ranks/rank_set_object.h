// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <QObject>
#include <QQmlEngine>
#include <QString>
#include <QStringList>

#include "core/ranks/rank_set.h"
#include "core/scene/ranks/rank_chart.h"
#include "widgets/ranks/rank_progress_model.h"
#include "widgets/ranks/rank_set_load.h"
#include "widgets/ranks/rank_verdict.h"
#include "widgets/session/session_object.h"

namespace gaplight::ui {

// The ranks of a run in a window: opens them, has one of them shown as the window's trace, and
// knows which collective is selected. Ends when the window opens another trace.
class RankSetObject : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by the window")
    Q_PROPERTY(bool active READ active NOTIFY changed)
    Q_PROPERTY(int count READ count NOTIFY changed)
    // "4 ranks of 8", with files that were left out.
    Q_PROPERTY(QString title READ title NOTIFY changed)
    // Which rank is late, why, and what that costs.
    Q_PROPERTY(QString sentence READ sentence NOTIFY sentenceChanged)
    Q_PROPERTY(QString sentenceHtml READ sentenceHtml NOTIFY sentenceChanged)
    Q_PROPERTY(QString clocksText READ clocksText NOTIFY changed)
    // Choices of the filter: labels of communicators ("data parallel" where the trace has it) and
    // kinds of collectives, and which of them are checked.
    Q_PROPERTY(QStringList groups READ groups NOTIFY changed)
    Q_PROPERTY(QList<bool> shownGroups READ shownGroups NOTIFY filterChanged)
    Q_PROPERTY(QStringList kinds READ kinds NOTIFY changed)
    Q_PROPERTY(QList<bool> shownKinds READ shownKinds NOTIFY filterChanged)
    // Position of the rank that the window shows; -1: none.
    Q_PROPERTY(int current READ current NOTIFY currentChanged)
    // Position of the selected collective; -1: none.
    Q_PROPERTY(int selected READ selected NOTIFY selectedChanged)
    Q_PROPERTY(QString selectedText READ selectedText NOTIFY selectedChanged)
    Q_PROPERTY(gaplight::ui::RankProgressModel* progress READ progress CONSTANT)

public:
    // `session`: of the window; must outlive it. `open` reads one file.
    RankSetObject(SessionObject& session, TraceOpener open, QObject* parent = nullptr);

    // Opens files, or the traces of folders. One trace is opened alone. A folder of another machine
    // (isRemoteTraceFolder) is listed while it loads.
    void open(const QStringList& paths);
    // Opens the same paths again; of no set: does nothing, and returns false.
    bool reload();

    [[nodiscard]] bool active() const { return m_set != nullptr; }
    [[nodiscard]] int count() const { return m_set ? static_cast<int>(m_set->ranks.size()) : 0; }
    [[nodiscard]] QString title() const;
    [[nodiscard]] QString sentence() const;
    [[nodiscard]] QString sentenceHtml() const;
    [[nodiscard]] QString clocksText() const;
    [[nodiscard]] QStringList groups() const;
    [[nodiscard]] QList<bool> shownGroups() const { return m_shownGroups; }
    [[nodiscard]] QStringList kinds() const;
    [[nodiscard]] QList<bool> shownKinds() const { return m_shownKinds; }
    [[nodiscard]] int current() const { return m_current; }
    [[nodiscard]] int selected() const { return m_selected; }
    [[nodiscard]] QString selectedText() const;
    [[nodiscard]] RankProgressModel* progress() { return &m_progress; }

    // The sentence is still without the cost.
    [[nodiscard]] bool computesCost() const { return m_verdict.isRunning(); }
    // Null where `active` is false.
    [[nodiscard]] const RankSet* set() const { return m_set.get(); }
    [[nodiscard]] const RankChart& chart() const { return *m_chart; }
    // Empty until the cost is computed.
    [[nodiscard]] const RankAssessment& assessment() const { return m_verdict.assessment(); }
    // Clock of the rank that the window shows.
    [[nodiscard]] const AxisClock& clock() const;
    // Whether `trace` is that of the rank that the window shows.
    [[nodiscard]] bool isCurrent(const SceneData& trace) const;
    // The kernel of a collective on the shown rank; invalid: it has none.
    [[nodiscard]] SliceId kernelOf(int collective) const;

    // Has the window show another rank, at the same moment.
    Q_INVOKABLE void chooseRank(int rank);
    // The next rank up or down; `selected`, if any, stays.
    Q_INVOKABLE void stepRank(int direction);
    Q_INVOKABLE void selectCollective(int collective);
    // Selects the next collective that a rank was late in, or any where nobody was, and shows it.
    Q_INVOKABLE void stepCollective(int direction);
    // Selects a collective, and shows it.
    Q_INVOKABLE void goToCollective(int collective);
    // Shows where a finding shows worst, on its rank.
    void goToFinding(std::size_t finding);
    // Shows a part of the axis of the set.
    void goToRange(TimeRange range) { Q_EMIT rangeRequested(range); }
    Q_INVOKABLE void toggleGroup(int group);
    Q_INVOKABLE void toggleKind(int kind);

Q_SIGNALS:
    void changed();
    void sentenceChanged();
    void filterChanged();
    void selectedChanged();
    // Another rank is about to be shown, and is shown.
    void currentChanging();
    void currentChanged();
    void rangeRequested(gaplight::TimeRange axisRange);

private:
    void load(const QStringList& paths, std::shared_ptr<RankSetLoad> opening, const QString& name);
    void showProgress();
    void takeTrace();
    void takeSet(const RankSetLoad& opened);
    void drop();
    [[nodiscard]] std::optional<int> positionOf(const Session& session) const;

    SessionObject& m_session;
    TraceOpener m_open;
    QStringList m_paths;
    std::shared_ptr<RankSetLoad> m_opening;  // null: no set is being loaded
    std::shared_ptr<const RankSet> m_set;
    std::shared_ptr<const RankChart> m_chart;
    int m_current = -1;
    int m_selected = -1;
    QList<bool> m_shownGroups;
    QList<bool> m_shownKinds;
    RankProgressModel m_progress;
    RankVerdict m_verdict;
};

}  // namespace gaplight::ui
