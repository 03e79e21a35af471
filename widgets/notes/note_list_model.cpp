// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/notes/note_list_model.h"

#include <algorithm>
#include <array>
#include <memory>
#include <utility>

#include <QPromise>

#include "widgets/convert/qt_convert.h"
#include "widgets/convert/qt_text.h"
#include "widgets/session/pool_work.h"

namespace gaplight::ui {
namespace {

constexpr int kSaveAfterMilliseconds = 1000;

constexpr std::array<const char*, static_cast<std::size_t>(NoteColor::Count_)> kColorNames{
    "noteBlue", "noteGreen", "noteYellow", "noteRed", "notePurple"};

QString errorOf(const Result<void>& written) {
    return written ? QString() : toQString(written.error().message);
}

}  // namespace

NoteListModel::NoteListModel(const SessionObject& session, QString dataDirectory, QObject* parent)
    : LazyListModel(
          {{"noteText", [](const Note& note) { return toQString(note.text); }},
           // A role of the theme.
           {"colorName",
            [](const Note& note) {
                return QString::fromUtf8(kColorNames[static_cast<std::size_t>(note.color)]);
            }},
           {"when",
            [this](const Note& note) { return durationText(note.range.begin - traceStart()); }},
           // Empty for an instant.
           {"length",
            [](const Note& note) {
                return note.range.length() == Duration{} ? QString()
                                                         : durationText(note.range.length());
            }},
           // The slice's name; empty for a note on a range.
           {"where",
            [this](const Note& note) {
                return note.slice.isValid() ? toQString(m_trace->session().trace->name(note.slice))
                                            : QString();
            }}},
          parent),
      m_session(session),
      m_dataDirectory(std::move(dataDirectory)) {
    m_saveSoon.setSingleShot(true);
    m_saveSoon.setInterval(kSaveAfterMilliseconds);
    connect(&m_saveSoon, &QTimer::timeout, this, &NoteListModel::saveBeside);
    connect(&m_writing, &QFutureWatcherBase::resultReadyAt, this,
            [this](int index) { receiveSaveError(m_writing.future().resultAt(index)); });
    connect(&session, &SessionObject::aboutToChangeTrace, this, &NoteListModel::save);
    connect(&session, &SessionObject::traceChanged, this, &NoteListModel::updateTrace);
}

NoteListModel::~NoteListModel() {
    save();
}

// A trace with updated findings keeps its notes.
void NoteListModel::updateTrace() {
    const LoadedTrace now = m_session.trace();
    if (m_trace && now && m_trace->session().trace == now->session().trace) {
        m_trace = now;
        return;
    }
    QString error;
    reset([&] { error = readView(now); });
    setError(error);
    Q_EMIT contentChanged();
    Q_EMIT currentChanged();
    Q_EMIT viewRead();
}

QString NoteListModel::readView(const LoadedTrace& loaded) {
    m_trace = loaded;
    m_file.reset();
    m_view = {};
    m_current = -1;
    QString error;
    if (m_trace && !m_dataDirectory.isEmpty()) {
        const Trace& trace = *m_trace->session().trace;
        m_file.emplace(trace.facts().path, m_dataDirectory.toStdString());
        Result<SavedView> read = m_file->read(trace);
        if (read) {
            m_view = std::move(*read);
        } else {
            error = toQString(read.error().message);
        }
    }
    m_savedView = m_view;
    return error;
}

QString NoteListModel::fileNotice() const {
    return m_file ? toQString(m_file->notice()) : QString();
}

void NoteListModel::setError(const QString& error) {
    if (error != m_error) {
        m_error = error;
        Q_EMIT errorChanged();
    }
}

// After an error, the state counts as unsaved: saving is tried again at the next change and at
// exit.
void NoteListModel::receiveSaveError(const QString& error) {
    if (!error.isEmpty()) {
        m_savedView = {};
    }
    setError(error);
}

void NoteListModel::changed() {
    m_saveSoon.start();
    Q_EMIT contentChanged();
}

bool NoteListModel::collect() {
    m_saveSoon.stop();
    m_writing.waitForFinished();
    if (!m_trace || !m_file) {
        return false;
    }
    Q_EMIT aboutToSave();
    const bool isNew = !(m_view == m_savedView);
    m_savedView = m_view;
    return isNew;
}

void NoteListModel::save() {
    if (collect()) {
        receiveSaveError(errorOf(m_file->write(*m_trace->session().trace, m_view)));
    }
}

void NoteListModel::saveBeside() {
    if (!collect()) {
        return;
    }
    auto promise = std::make_shared<QPromise<QString>>();
    promise->start();
    m_writing.setFuture(promise->future());
    startOnPool([promise, file = &*m_file, trace = m_trace, view = m_view] {
        promise->addResult(errorOf(file->write(*trace->session().trace, view)));
        promise->finish();
    });
}

void NoteListModel::setCurrent(int row) {
    row = isRow(row) ? row : -1;
    if (row != m_current) {
        m_current = row;
        Q_EMIT currentChanged();
    }
}

void NoteListModel::add(const Note& note) {
    std::vector<Note>& notes = m_view.notes;
    const auto same = std::find_if(notes.begin(), notes.end(), [&](const Note& other) {
        return other.range == note.range && other.slice == note.slice;
    });
    if (same != notes.end()) {
        m_current = static_cast<int>(same - notes.begin());
        return currentChanged();  // to be edited again
    }
    const auto at = std::upper_bound(
        notes.begin(), notes.end(), note,
        [](const Note& a, const Note& b) { return a.range.begin < b.range.begin; });
    const auto row = static_cast<int>(at - notes.begin());
    beginInsertRows({}, row, row);
    notes.insert(at, note);
    endInsertRows();
    m_current = row;
    changed();
    Q_EMIT currentChanged();
}

void NoteListModel::setText(int row, const QString& text) {
    if (isRow(row)) {
        m_view.notes[static_cast<std::size_t>(row)].text = text.toStdString();
        notifyChanged(row, row);
        changed();
    }
}

void NoteListModel::nextColor(int row) {
    if (isRow(row)) {
        Note& note = m_view.notes[static_cast<std::size_t>(row)];
        note.color = static_cast<NoteColor>((static_cast<std::size_t>(note.color) + 1) %
                                            static_cast<std::size_t>(NoteColor::Count_));
        notifyChanged(row, row);
        changed();
    }
}

void NoteListModel::remove(int row) {
    if (isRow(row)) {
        beginRemoveRows({}, row, row);
        m_view.notes.erase(m_view.notes.begin() + row);
        endRemoveRows();
        m_current = -1;
        changed();
        Q_EMIT currentChanged();
    }
}

void NoteListModel::restore(const std::vector<Note>& notes,
                            const decltype(SavedView::bookmarks)& bookmarks) {
    reset([&] {
        m_view.notes = notes;
        m_view.bookmarks = bookmarks;
        m_current = -1;
    });
    changed();
    Q_EMIT currentChanged();
}

std::optional<SavedPlace> NoteListModel::bookmark(int key) const {
    return m_view.bookmarks[static_cast<std::size_t>(key - 1)];
}

void NoteListModel::setBookmark(int key, const SavedPlace& place) {
    m_view.bookmarks[static_cast<std::size_t>(key - 1)] = place;
    changed();
}

void NoteListModel::storeView(const SavedPlace& place, const TrackArrangement& tracks,
                              const std::array<std::optional<Time>, 2>& cursors) {
    m_view.place = place;
    m_view.tracks = tracks;
    m_view.cursors = cursors;
}

QString NoteListModel::bookmarksText() const {
    QStringList keys;
    for (std::size_t i = 0; i < SavedView::kBookmarks; ++i) {
        if (m_view.bookmarks[i]) {
            keys.push_back(QString::number(i + 1));
        }
    }
    return keys.join(QLatin1Char(' '));
}

}  // namespace gaplight::ui
