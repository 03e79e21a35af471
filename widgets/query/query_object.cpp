// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/query/query_object.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "core/query/query_report.h"
#include "core/query/query_tokens.h"
#include "widgets/convert/qt_convert.h"
#include "widgets/convert/qt_text.h"

namespace gaplight::ui {
namespace {

// Characters before a byte.
int charactersBefore(const std::string& utf8, std::size_t byte) {
    return static_cast<int>(
        QString::fromUtf8(utf8.data(), static_cast<qsizetype>(std::min(byte, utf8.size()))).size());
}

bool isSame(const QueryAttachments& a, const QueryAttachments& b) {
    return a.report == b.report && a.memory == b.memory && a.ranks == b.ranks;
}

}  // namespace

QueryObject::QueryObject(const SessionObject& session, SearchModel& search, QObject* parent)
    : QObject(parent),
      m_session(session),
      m_search(search),
      m_running([this](const Outcome& outcome) { receive(outcome); }),
      m_reading([this](const auto& names) { m_names = names; }) {
    connect(&session, &SessionObject::traceChanged, this, &QueryObject::updateTrace);
    connect(&search, &SearchModel::tracksChanged, this, [this] {
        if (m_search.trackCount() == 0 && std::exchange(m_showsTracks, false)) {
            m_shownNotice.clear();
            Q_EMIT stateChanged();
        }
    });
    connect(&m_rows, &TableModel::chosen, this,
            [this](qint64 row) { goToRow(static_cast<std::size_t>(row)); });
}

QueryObject::~QueryObject() {
    m_stop.request_stop();
}

void QueryObject::updateTrace() {
    const bool isSame = traceOf(m_trace) == traceOf(m_session.trace());
    m_trace = m_session.trace();
    m_data.reset();  // findings may be others
    if (isSame) {
        return;
    }
    stop();
    m_names.reset();
    m_reading.drop();
    m_completions.clear();
    m_rows.setTable({});
    m_answer.reset();
    m_shownNotice.clear();
    m_untitled = 0;
    forgetError();
    Q_EMIT stateChanged();
}

void QueryObject::run(const QString& sql, const QString& title) {
    if (!m_trace) {
        return;
    }
    stop();
    forgetError();
    m_sql = sql;
    m_isRunning = true;
    m_stop = std::stop_source();
    m_completions.clear();
    QueryAttachments attachments = m_attachments();
    if (m_data && !isSame(attachments, m_dataOf)) {
        m_data.reset();
    }
    m_dataOf = attachments;
    Q_EMIT ran(sql);
    m_running.start([trace = m_trace, data = m_data, attachments = std::move(attachments),
                     text = toStdString(sql), title = toStdString(title),
                     stop = m_stop.get_token()]() mutable {
        Outcome outcome;
        outcome.data = data ? data
                            : std::make_shared<const QueryData>(
                                  std::shared_ptr<const Session>(trace, &trace->session()),
                                  std::move(attachments));
        QueryLimits limits;
        limits.maxRows = kMaxRows;
        limits.stop = stop;
        const auto began = std::chrono::steady_clock::now();
        Result<QueryResult> result = runQuery(*outcome.data, text, limits);
        if (!result) {
            outcome.error = std::move(result).error();
            return outcome;
        }
        auto answer = std::make_shared<Answer>();
        answer->took =
            std::chrono::duration_cast<Duration>(std::chrono::steady_clock::now() - began);
        answer->result = *std::move(result);
        answer->title = std::move(title);
        const Trace& shown = outcome.data->trace();
        const QueryPlaces places(answer->result, shown);
        answer->haveTimes = places.haveTimes();
        answer->areSlices = places.areSlices();
        answer->haveValues = places.haveValues();
        for (const std::string& column : chartColumns(answer->result, shown)) {
            answer->plotColumns << toQString(column);
        }
        answer->table = shownQueryTable(answer->result, shown);
        outcome.answer = std::move(answer);
        return outcome;
    });
    Q_EMIT stateChanged();
}

void QueryObject::stop() {
    if (m_isRunning) {
        m_stop.request_stop();
        m_running.drop();
        m_isRunning = false;
        m_error = QStringLiteral("The query was stopped.");
        Q_EMIT stateChanged();
    }
}

void QueryObject::forgetError() {
    if (!m_error.isEmpty()) {
        m_error.clear();
        m_errorBegin = m_errorEnd = -1;
        Q_EMIT stateChanged();
    }
}

void QueryObject::receive(const Outcome& outcome) {
    m_isRunning = false;
    m_data = outcome.data;
    if (outcome.answer) {
        const std::shared_ptr<Answer> before = std::exchange(m_answer, outcome.answer);
        m_shownNotice.clear();
        m_rows.setTable(std::move(m_answer->table));
    } else {
        setError(outcome.error);
    }
    Q_EMIT stateChanged();
}

void QueryObject::setError(const Error& error) {
    m_error = toQString(error.message);
    if (!m_error.isEmpty()) {
        m_error[0] = m_error[0].toUpper();
    }
    if (error.byteOffset) {
        const std::string sql = toStdString(m_sql);
        const std::size_t at = *error.byteOffset;
        std::size_t end = at + 1;
        for (const QueryToken& token : queryTokens(sql)) {
            if (token.offset <= at && at < token.offset + token.text.size()) {
                end = token.offset + token.text.size();
            }
        }
        m_errorBegin = charactersBefore(sql, at);
        m_errorEnd = std::max(m_errorBegin, charactersBefore(sql, end));
    }
}

QString QueryObject::status() const {
    return m_answer ? QStringLiteral("in ") + durationText(m_answer->took) : QString();
}

QString QueryObject::cutNotice() const {
    return m_answer && m_answer->result.isCut
               ? QStringLiteral(
                     "The first %1 rows: there are more. A condition or LIMIT chooses "
                     "which.")
                     .arg(countText(m_answer->result.rowCount()))
               : QString();
}

QStringList QueryObject::plotColumns() const {
    return m_answer ? m_answer->plotColumns : QStringList();
}

void QueryObject::prepareNames() {
    if (m_trace && !m_names) {
        m_names = std::make_shared<const TraceNames>();  // until they are read
        m_reading.start([trace = m_trace] {
            return std::make_shared<const TraceNames>(*trace->session().trace);
        });
    }
}

void QueryObject::complete(const QString& sql, int cursor, bool isAsked) {
    const std::string text = toStdString(sql);
    const TraceNames kNone;
    const std::size_t at = toStdString(sql.left(cursor)).size();
    QueryCompletions made = completeQuery(text, at, m_names ? *m_names : kNone, isAsked);
    const int from = charactersBefore(text, made.from);
    m_completions.show(std::move(made.items), from, charactersBefore(text, made.to));
}

void QueryObject::showTracks(Result<RowTracks> made, const char* one, const char* many) {
    if (!made) {
        m_shownNotice = toQString(made.error().message);
    } else if (made->tracks.empty()) {
        m_shownNotice = QStringLiteral("No row has a time to show.");
    } else {
        m_shownNotice =
            QStringLiteral("%1 in the timeline; Ctrl+Z removes %2.")
                .arg(countText(made->tracks.size(), one, many),
                     made->tracks.size() == 1 ? QStringLiteral("it") : QStringLiteral("them"));
        if (made->leftOut > 0) {
            m_shownNotice +=
                QStringLiteral(" %1 left out.").arg(countText(made->leftOut, "row is", "rows are"));
        }
        m_search.addTracks(std::move(made->tracks));
        m_showsTracks = true;
    }
    Q_EMIT stateChanged();
}

void QueryObject::showAsTrack() {
    if (m_answer) {
        if (m_answer->title.empty()) {
            m_answer->title = "Query " + std::to_string(++m_untitled);
        }
        showTracks(tracksOfRows(m_answer->result, *m_trace->session().trace, m_answer->title),
                   "track", "tracks");
    }
}

void QueryObject::showAsCounter() {
    if (m_answer) {
        if (m_answer->title.empty()) {
            m_answer->title = "Query " + std::to_string(++m_untitled);
        }
        showTracks(countersOfRows(m_answer->result, *m_trace->session().trace, m_answer->title),
                   "counter", "counters");
    }
}

void QueryObject::selectSlices() {
    if (!m_answer) {
        return;
    }
    Result<std::vector<SliceId>> slices = slicesOfRows(m_answer->result, *m_trace->session().trace);
    if (slices) {
        m_shownNotice = QStringLiteral("%1 selected: F3 goes from one to the next.")
                            .arg(countText(slices->size(), "slice is", "slices are"));
        m_search.showSlices(*std::move(slices));
        m_showsTracks = false;
    } else {
        m_shownNotice = toQString(slices.error().message);
    }
    Q_EMIT stateChanged();
}

void QueryObject::goToRow(std::size_t row) {
    if (!m_answer || row >= m_answer->result.rowCount()) {
        return;
    }
    const QueryPlaces places(m_answer->result, *m_trace->session().trace);
    const auto place = places.placeOf(row);
    if (place && place->slice.isValid()) {
        Q_EMIT sliceChosen(static_cast<qint64>(place->slice.index()));
    } else if (place) {
        Q_EMIT rangeChosen({place->range, {}});
    }
}

}  // namespace gaplight::ui
