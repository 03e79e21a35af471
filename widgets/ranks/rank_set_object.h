// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include <QObject>
#include <QQmlEngine>
#include <QString>
#include <QStringList>

#include "core/ranks/rank_set.h"
#include "core/ranks/rules/rank_rules.h"
#include "core/report/ranks/rank_report.h"
#include "core/scene/ranks/rank_chart.h"
#include "core/session/session.h"
#include "widgets/convert/row_list_model.h"
#include "widgets/session/pool_work.h"
#include "widgets/session/session_object.h"
#include "widgets/session/trace_load.h"

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

    bool isRunning() const { return m_isRunning; }
    const std::string& sentence() const { return m_verdict.sentence; }
    const std::vector<RankSentenceMark>& marks() const { return m_verdict.marks; }
    // Empty while it is running.
    const RankAssessment& assessment() const { return m_verdict.assessment; }

Q_SIGNALS:
    void changed();

private:
    struct Verdict {
        std::string sentence;
        std::vector<RankSentenceMark> marks;
        RankAssessment assessment;
    };

    Verdict m_verdict;
    bool m_isRunning = false;
    PoolWork<Verdict> m_work;
};

// The load of a set of ranks, shared by the thread that runs it and the window.
class RankSetLoad {
public:
    explicit RankSetLoad(std::vector<std::string> files)
        : m_files(std::move(files)), m_progress(m_files.size()) {}

    // The traces in a folder of another machine, which are listed first.
    explicit RankSetLoad(std::string remoteFolder) : m_remoteFolder(std::move(remoteFolder)) {}

    // On the loading thread: opens all files, by `open`, and returns the rank to show first.
    // Progress is of all files together. Errors: as openRankSet(), listRemoteFolder().
    [[nodiscard]] Result<std::shared_ptr<const Session>> run(const TraceOpener& open,
                                                             const OpenOptions& options);

    // Progress of each file so far. May be called from any thread.
    std::vector<LoadProgress> progress() const;
    // When run() is done; null where it failed.
    const std::shared_ptr<const RankSet>& set() const { return m_set; }
    const std::shared_ptr<const RankChart>& chart() const { return m_chart; }
    // Of each rank, busyProfilesOf().
    const std::vector<std::shared_ptr<const std::vector<BusyProfile>>>& busy() const {
        return m_busy;
    }

private:
    [[nodiscard]] Result<void> listFiles(const std::stop_token& stop);

    std::string m_remoteFolder;  // empty: the files are known
    std::vector<std::string> m_files;
    mutable std::mutex m_mutex;
    std::vector<LoadProgress> m_progress;  // guarded by m_mutex
    std::shared_ptr<const RankSet> m_set;
    std::shared_ptr<const RankChart> m_chart;
    std::vector<std::shared_ptr<const std::vector<BusyProfile>>> m_busy;
};

struct RankProgress {
    QString name;  // of the file
    LoadProgress progress;
};

// Files of a set while they are read: name, text ("12.3 of 40 MB"), share (0 to 1; -1: unknown).
class RankProgressModel : public RowListModel<RankProgress> {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by the window")
    Q_PROPERTY(int count READ count NOTIFY countChanged)

public:
    explicit RankProgressModel(QObject* parent = nullptr);

    // One row for each; empty: none.
    void begin(std::span<const std::string> files);
    // `files`: progress of each file.
    void receive(std::span<const LoadProgress> files);

Q_SIGNALS:
    void countChanged();
};

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

    bool active() const { return m_set != nullptr; }
    int count() const { return m_set ? static_cast<int>(m_set->ranks.size()) : 0; }
    QString title() const;
    QString sentence() const;
    QString sentenceHtml() const;
    QString clocksText() const;
    QStringList groups() const;
    QList<bool> shownGroups() const { return m_shownGroups; }
    QStringList kinds() const;
    QList<bool> shownKinds() const { return m_shownKinds; }
    int current() const { return m_current; }
    int selected() const { return m_selected; }
    QString selectedText() const;
    RankProgressModel* progress() { return &m_progress; }

    // The sentence is still without the cost.
    bool computesCost() const { return m_verdict.isRunning(); }
    // Null where `active` is false.
    const RankSet* set() const { return m_set.get(); }
    const std::shared_ptr<const RankSet>& sharedSet() const { return m_set; }
    const RankChart& chart() const { return *m_chart; }
    // The strips of the GPUs of the rank that is shown, with its waits for others.
    const std::shared_ptr<const std::vector<BusyProfile>>& busyOfCurrent() const {
        return m_busy[static_cast<std::size_t>(m_current)];
    }
    // Empty until the cost is computed.
    const RankAssessment& assessment() const { return m_verdict.assessment(); }
    // Clock of the rank that the window shows.
    const AxisClock& clock() const;
    // Whether `trace` is that of the rank that the window shows.
    bool isCurrent(const SceneData& trace) const;
    // The kernel of a collective on the shown rank; invalid: it has none.
    SliceId kernelOf(int collective) const;

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
    std::optional<int> positionOf(const Session& session) const;

    SessionObject& m_session;
    TraceOpener m_open;
    QStringList m_paths;
    std::shared_ptr<RankSetLoad> m_opening;  // null: no set is being loaded
    std::shared_ptr<const RankSet> m_set;
    std::shared_ptr<const RankChart> m_chart;
    std::vector<std::shared_ptr<const std::vector<BusyProfile>>> m_busy;
    int m_current = -1;
    int m_selected = -1;
    QList<bool> m_shownGroups;
    QList<bool> m_shownKinds;
    RankProgressModel m_progress;
    RankVerdict m_verdict;
};

}  // namespace gaplight::ui
