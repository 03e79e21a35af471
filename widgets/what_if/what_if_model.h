// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <QObject>
#include <QQmlEngine>
#include <QString>
#include <QStringList>
#include <QVariant>

#include "core/analysis/replay/replay_edit.h"
#include "core/detectors/what_if/edit_spec.h"
#include "core/scene/timeline/replay_scene.h"
#include "core/session/session.h"
#include "core/session/session_replay.h"
#include "widgets/convert/row_list_model.h"
#include "widgets/session/pool_work.h"
#include "widgets/session/session_object.h"
#include "widgets/session/trace_load.h"
#include "widgets/what_if/what_if_offers.h"

namespace gaplight::ui {

// Input of one replay with edits.
struct WhatIfRequest {
    std::shared_ptr<const Session> session;
    std::shared_ptr<const SessionReplay> replay;  // null: it is built
    std::vector<WhatIf> edits;
    bool drawsGhosts = false;
    bool drawsPath = false;
    bool isOneOfRanks = false;  // others are predicted with it: the end of this one says so
    // While a change is dragged: only what overlaps it is drawn, so that the drawing follows.
    std::optional<TimeRange> shown;
};

// Result of one replay with all edits applied together.
struct WhatIfOutcome {
    std::shared_ptr<const SessionReplay> replay;
    WhatIfAnswer answer;
    std::vector<ReplayEdit> edits;  // as replayed
    std::array<Duration, kPathKinds> path{};
    std::shared_ptr<const ReplayIntervals> intervals;  // null: none was requested
    std::string problem;  // error of an edit that does not apply to the trace
};

// Milliseconds for a trace of a million slices, and as long again to build the replay: call it on a
// pool thread.
[[nodiscard]] WhatIfOutcome runWhatIf(const WhatIfRequest& request);

// A length without and with changes.
struct BeforeAfter {
    Duration before{};
    Duration after{};

    // What it changes, as a share of the length before; 0 without one.
    double share() const {
        const auto change = static_cast<double>((after - before).count());
        return before == Duration::zero() ? 0
                                          : std::abs(change) / static_cast<double>(before.count());
    }
};

// "step 42.0 ms → 40.9 ms (−2.6 %)", of the window where the median step changes by less than half
// as much or there are no steps; "window 654 ms, 419 µs (0.1 %) less" where both lengths read the
// same; "window 42.0 ms, unchanged". `of`: after "step", with a space. A window shorter than the
// recorded one is one "without first use".
[[nodiscard]] QString predictionText(const QString& of, const std::optional<BeforeAfter>& step,
                                     const BeforeAfter& window, bool isWithoutFirstUse = false);

// One selectable change.
struct WhatIfRow {
    enum class Kind : std::uint8_t { Finding, Program, Own };
    Kind kind = Kind::Finding;
    bool isTicked = false;
    std::size_t finding = 0;  // of kind Finding: its index in the session's findings
    WhatIfOffer offer;        // of the other kinds
};

// Selectable changes: removing the cause of a finding, changes of the whole program, and those
// added by the user.
class WhatIfListModel : public RowListModel<WhatIfRow> {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by the window")
    Q_PROPERTY(int count READ count NOTIFY choiceChanged)
    Q_PROPERTY(int ticked READ ticked NOTIFY choiceChanged)
    // Row of the change that the user added last; -1: none, or it was removed.
    Q_PROPERTY(int lastAdded READ lastAdded NOTIFY choiceChanged)
    // That change while it is ticked: "gemm at 12.3 ms: 4 µs → 2 µs"; else empty.
    Q_PROPERTY(QString lastTitle READ lastTitle NOTIFY choiceChanged)

public:
    explicit WhatIfListModel(QObject* parent = nullptr);

    // Replaces the rows of findings, e.g. after thresholds changed; changes added by the user stay.
    void show(LoadedTrace trace);
    int ticked() const;
    int lastAdded() const { return m_lastAdded; }
    QString lastTitle() const;
    // The condition of the only ticked change, "gemm at 12.3 ms takes 2 µs, not 4 µs"; empty if
    // none or several are ticked, or the change has none.
    QString onlyCondition() const;
    // Adds a ticked change, in place of one of the same slice or gap; an existing one is ticked.
    void add(const WhatIfOffer& offer);
    // Unticks all changes and removes those added by the user.
    void clear();
    // Replaces all rows by some that it had for the same findings.
    void restore(std::vector<WhatIfRow> rows);
    // Adds the ticked changes to `request`, and `played` in place of one of the same slice or gap.
    void addTo(WhatIfRequest& request, const std::optional<WhatIfOffer>& played) const;

    Q_INVOKABLE void setTicked(int row, bool ticked);
    // Removes a change added by the user.
    Q_INVOKABLE void remove(int row);

Q_SIGNALS:
    // Rows or ticks changed.
    void choiceChanged();
    // After the user added a change, or one of the same slice or gap.
    void added(int row);

private:
    // Null for rows of other kinds.
    const Finding* findingOf(const WhatIfRow& row) const;

    LoadedTrace m_trace;
    int m_lastAdded = -1;
};

// Result of one replay with all ticked changes. It runs on a pool thread; the previous result is
// shown until the next one is ready.
class WhatIfModel : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by the window")
    Q_PROPERTY(gaplight::ui::WhatIfListModel* changes READ changes CONSTANT)
    // The tab is visible; results are computed only then.
    Q_PROPERTY(bool active READ active WRITE setActive NOTIFY activeChanged)
    Q_PROPERTY(bool running READ running NOTIFY answerChanged)
    Q_PROPERTY(bool ghostsShown READ ghostsShown WRITE setGhostsShown NOTIFY shownChanged)
    Q_PROPERTY(bool pathShown READ pathShown WRITE setPathShown NOTIFY shownChanged)
    Q_PROPERTY(qint64 slice READ slice WRITE setSlice NOTIFY offersChanged)
    Q_PROPERTY(QStringList offers READ offers NOTIFY offersChanged)
    // Parse error of the last change entered; empty: none.
    Q_PROPERTY(QString textProblem READ textProblem NOTIFY textProblemChanged)
    Q_PROPERTY(bool hasAnswer READ hasAnswer NOTIFY answerChanged)
    // Whether the answer is of a run with changes, not of the run as it is.
    Q_PROPERTY(bool isPredicted READ isPredicted NOTIFY answerChanged)
    Q_PROPERTY(QString problem READ problem NOTIFY answerChanged)
    Q_PROPERTY(QString windowText READ windowText NOTIFY answerChanged)
    Q_PROPERTY(QString gainText READ gainText NOTIFY answerChanged)
    Q_PROPERTY(QString stepText READ stepText NOTIFY answerChanged)
    // What the run would take with the changes; empty where there are none.
    Q_PROPERTY(QString sentence READ sentence NOTIFY sentenceChanged)
    Q_PROPERTY(QString errorText READ errorText NOTIFY answerChanged)
    Q_PROPERTY(QVariantList path READ path NOTIFY answerChanged)

public:
    // `session` must outlive it.
    explicit WhatIfModel(const SessionObject& session, QObject* parent = nullptr);

    WhatIfListModel* changes() { return &m_changes; }
    bool active() const { return m_active; }
    void setActive(bool active);
    // True while the result of the ticked changes is being computed.
    bool running() const { return m_running; }
    bool ghostsShown() const { return m_ghostsShown; }
    void setGhostsShown(bool shown);
    bool pathShown() const { return m_pathShown; }
    void setPathShown(bool shown);
    // The slice of offers(); -1: none.
    qint64 slice() const { return m_slice; }
    void setSlice(qint64 slice);
    // Labels of the suggested changes of the slice, for buttons.
    QStringList offers() const;

    QString textProblem() const { return m_textProblem; }

    bool hasAnswer() const { return m_answer.has_value(); }
    bool isPredicted() const { return m_answer && !m_answer->edits.empty(); }
    // Why no saving is given; empty if one is.
    QString problem() const;
    // "3.16 s → 3.14 s"; without a change "3.16 s".
    QString windowText() const;
    // "180 ms (6.0 %) less · 1.06× as fast"; empty where nothing is ticked.
    QString gainText() const;
    // "median step 1.05 s → 1.04 s"; empty without steps.
    QString stepText() const;
    // "Step 42.0 ms → 40.9 ms (−2.6 %) if gemm at 12.3 ms takes 2 µs, not 4 µs" while a change is
    // dragged and after that, "With 2 changes: step 42.0 ms → 40.9 ms (−2.6 %)" while others are
    // ticked; why there is no saving; else empty.
    QString sentence() const;
    // "model error 0.05 %".
    QString errorText() const;
    // {kind: a pattern of PatternItem, label, length, percent, share} by share.
    QVariantList path() const;
    // Whether a change is ticked in the list, or the user drags one on the timeline.
    bool hasChanges() const { return m_played || m_changes.ticked() > 0; }
    // What is in view while a change is dragged; empty: none is.
    std::optional<TimeRange> playedShown() const {
        return m_played ? std::optional(m_playedShown) : std::nullopt;
    }
    // The edits of the shown result, as a replay takes them; empty: unchanged program.
    std::vector<ReplayEdit> replayedEdits() const;
    // The edits of the shown result, in the syntax of `--what-if`; empty: unchanged program.
    std::vector<std::string> edits() const;
    // Drawn over the timeline; null: nothing.
    const std::shared_ptr<const ReplayIntervals>& intervals() const { return m_intervals; }

    // Adds a change of the slice, ticked.
    Q_INVOKABLE void addOffer(int offer);
    // Adds a change given in the syntax of `--what-if`, ticked. False on a parse error, which is
    // then in textProblem.
    Q_INVOKABLE bool addText(const QString& text);
    // Completions of a partial edit, at most 5.
    Q_INVOKABLE QStringList completions(const QString& text) const;
    // Replays a change while a person drags it: beside those ticked, without being one of them. The
    // result comes with answerChanged(), its intervals() are those that overlap `shown`.
    void play(const WhatIfOffer& offer, TimeRange shown);
    // Takes the played change back, or makes it one of the ticked.
    void stopPlaying();
    void keepPlayed();
    // "step 42.0 ms → 40.9 ms (−2.6 %)", of the window where the median step stays; what is wrong
    // where no saving can be given; empty before the first result.
    QString shortAnswer() const;
    // What a replay of all ranks predicts, in place of shortAnswer() of the shown one. Empty: no
    // ranks are open, or theirs is not known yet.
    void setAnswerOfAll(const QString& answer);
    void setOneOfRanks(bool is) { m_isOneOfRanks = is; }
    // Clears the parse error, while another edit is typed.
    Q_INVOKABLE void clearTextProblem();
    // Resets all changes and hides the prediction.
    Q_INVOKABLE void clear();

Q_SIGNALS:
    void activeChanged();
    void shownChanged();
    void offersChanged();
    void textProblemChanged();
    void answerChanged();
    void answerOfAllChanged();
    // With either of both.
    void sentenceChanged();
    void intervalsChanged();

private:
    void updateTrace();
    void requestReplay();
    void start();
    void receive(WhatIfOutcome outcome);
    void setTextProblem(const QString& problem);
    void draw(std::shared_ptr<const ReplayIntervals> intervals);
    bool needsReplay() const;
    WhatIfRequest request() const;

    const SessionObject& m_session;
    LoadedTrace m_trace;
    WhatIfListModel m_changes;
    std::vector<WhatIfOffer> m_offers;
    std::optional<WhatIfOffer> m_played;
    TimeRange m_playedShown{};
    qint64 m_slice = -1;
    QString m_textProblem;
    bool m_active = false;
    bool m_isOneOfRanks = false;
    QString m_answerOfAll;
    bool m_ghostsShown = true;  // once a change is ticked
    bool m_pathShown = false;
    std::shared_ptr<const SessionReplay> m_replay;  // null until the first result
    quint64 m_request = 0;                          // counts requests
    quint64 m_startedRequest = 0;                   // the one of the running or the last replay
    bool m_isWorking = false;                       // a replay is running
    bool m_running = false;
    std::optional<WhatIfOutcome> m_answer;
    std::shared_ptr<const ReplayIntervals> m_intervals;
    PoolWork<WhatIfOutcome> m_work;
};

}  // namespace gaplight::ui
