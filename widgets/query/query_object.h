// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>

#include <QObject>
#include <QQmlEngine>
#include <QStringList>

#include "core/query/query_chart.h"
#include "core/query/query_completion.h"
#include "core/query/query_places.h"
#include "widgets/query/completion_model.h"
#include "widgets/search/search_model.h"
#include "widgets/session/pool_work.h"
#include "widgets/session/session_object.h"
#include "widgets/tables/table_model.h"
#include "widgets/timeline/timeline_navigation.h"

namespace gaplight::ui {

// SQL over the trace of a window: one query runs at a time, on a pool thread; its result is a table
// whose rows lead to the timeline, a plot, and tracks.
class QueryObject : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by the window")
    Q_PROPERTY(bool running READ running NOTIFY stateChanged)
    // Whether there is a result, which stays while another query runs or fails.
    Q_PROPERTY(bool hasResult READ hasResult NOTIFY stateChanged)
    // Why the last query has no result; empty: it has, or none ran.
    Q_PROPERTY(QString error READ error NOTIFY stateChanged)
    // Characters [errorBegin, errorEnd) of the query are wrong; -1: not known.
    Q_PROPERTY(int errorBegin READ errorBegin NOTIFY stateChanged)
    Q_PROPERTY(int errorEnd READ errorEnd NOTIFY stateChanged)
    // "in 12.3 ms".
    Q_PROPERTY(QString status READ status NOTIFY stateChanged)
    // That there are more rows than the result has; empty: it has all.
    Q_PROPERTY(QString cutNotice READ cutNotice NOTIFY stateChanged)
    Q_PROPERTY(gaplight::ui::TableModel* rows READ rows CONSTANT)
    Q_PROPERTY(gaplight::ui::CompletionModel* completions READ completions CONSTANT)
    // What the rows can become in the timeline.
    Q_PROPERTY(bool hasTimes READ hasTimes NOTIFY stateChanged)
    Q_PROPERTY(bool hasSlices READ hasSlices NOTIFY stateChanged)
    Q_PROPERTY(bool hasValues READ hasValues NOTIFY stateChanged)
    // The columns that a plot can show.
    Q_PROPERTY(QStringList plotColumns READ plotColumns NOTIFY stateChanged)
    // About what was last shown in the timeline; empty: nothing.
    Q_PROPERTY(QString shownNotice READ shownNotice NOTIFY stateChanged)

public:
    static constexpr std::size_t kMaxRows = 100'000;

    // Both must outlive it.
    QueryObject(const SessionObject& session, SearchModel& search, QObject* parent = nullptr);
    ~QueryObject() override;

    // What is opened beside the trace; asked when a query starts.
    void setAttachments(std::function<QueryAttachments()> attachments) {
        m_attachments = std::move(attachments);
    }

    bool running() const { return m_isRunning; }
    bool hasResult() const { return m_answer != nullptr; }
    QString error() const { return m_error; }
    int errorBegin() const { return m_errorBegin; }
    int errorEnd() const { return m_errorEnd; }
    QString status() const;
    QString cutNotice() const;
    TableModel* rows() { return &m_rows; }
    CompletionModel* completions() { return &m_completions; }
    bool hasTimes() const { return m_answer && m_answer->haveTimes; }
    bool hasSlices() const { return m_answer && m_answer->areSlices; }
    bool hasValues() const { return m_answer && m_answer->haveValues; }
    QStringList plotColumns() const;
    QString shownNotice() const { return m_shownNotice; }
    // Null: there is no result.
    const QueryResult* result() const { return m_answer ? &m_answer->result : nullptr; }
    const LoadedTrace& trace() const { return m_trace; }

    // Stops a running query.
    Q_INVOKABLE void run(const QString& sql, const QString& title);
    Q_INVOKABLE void stop();
    // The error is not shown any more: the query was changed.
    Q_INVOKABLE void forgetError();
    // Reads the names of the trace for completion, once.
    Q_INVOKABLE void prepareNames();
    // `cursor`: characters. Fills `completions`; `isAsked`: also where nothing is typed.
    Q_INVOKABLE void complete(const QString& sql, int cursor, bool isAsked);
    Q_INVOKABLE void showAsTrack();
    Q_INVOKABLE void showAsCounter();
    Q_INVOKABLE void selectSlices();
    // Emits sliceChosen() or rangeChosen().
    void goToRow(std::size_t row);

Q_SIGNALS:
    void stateChanged();
    // A query that has run is in the history.
    void ran(QString sql);
    void sliceChosen(qint64 slice);
    void rangeChosen(const gaplight::ui::TrackRange& range);

private:
    // A result and what it is shown as; immutable.
    struct Answer {
        QueryResult result;
        Table table;  // refers to the result
        bool haveTimes = false;
        bool areSlices = false;
        bool haveValues = false;
        QStringList plotColumns;
        std::string title;
        Duration took{};
    };
    struct Outcome {
        std::shared_ptr<Answer> answer;  // null: an error
        Error error;
        std::shared_ptr<const QueryData> data;
    };

    void updateTrace();
    void receive(const Outcome& outcome);
    void setError(const Error& error);
    void showTracks(Result<RowTracks> made, const char* one, const char* many);

    const SessionObject& m_session;
    SearchModel& m_search;
    std::function<QueryAttachments()> m_attachments = [] { return QueryAttachments(); };
    LoadedTrace m_trace;
    std::shared_ptr<const QueryData> m_data;  // of the last query
    QueryAttachments m_dataOf;                // that it was made with
    std::shared_ptr<const TraceNames> m_names;
    TableModel m_rows;
    CompletionModel m_completions;
    std::shared_ptr<Answer> m_answer;
    QString m_sql;  // that runs, or has run last
    QString m_error;
    int m_errorBegin = -1;
    int m_errorEnd = -1;
    QString m_shownNotice;
    bool m_showsTracks = false;  // it is about tracks
    bool m_isRunning = false;
    int m_untitled = 0;  // queries without a title that were shown
    std::stop_source m_stop;
    PoolWork<Outcome> m_running;
    PoolWork<std::shared_ptr<const TraceNames>> m_reading;
};

}  // namespace gaplight::ui
