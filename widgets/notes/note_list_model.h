// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>

#include <QFutureWatcher>
#include <QQmlEngine>
#include <QString>
#include <QTimer>

#include "core/session/sidecar_file.h"
#include "widgets/convert/row_list_model.h"
#include "widgets/session/session_object.h"

namespace gaplight::ui {

// Notes of the user on the open trace, by time, and its bookmarks (keys 1 to 9). They are read when
// a trace is opened, and saved on a pool thread one second after a change.
class NoteListModel : public LazyListModel<const Note&> {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by the window")
    Q_PROPERTY(int count READ count NOTIFY contentChanged)
    // Row of the edited note; -1: none.
    Q_PROPERTY(int current READ current WRITE setCurrent NOTIFY currentChanged)
    // Error of reading or saving; empty: none.
    Q_PROPERTY(QString error READ error NOTIFY errorChanged)
    // That notes and view are from the file beside the trace, or why it is not used; empty:
    // neither.
    Q_PROPERTY(QString fileNotice READ fileNotice NOTIFY contentChanged)
    // Keys of the existing bookmarks: "1 4 9".
    Q_PROPERTY(QString bookmarks READ bookmarksText NOTIFY contentChanged)

public:
    // `session` must outlive it. `dataDirectory`: folder for notes that cannot be saved beside the
    // trace; empty: nothing is read or saved.
    NoteListModel(const SessionObject& session, QString dataDirectory, QObject* parent = nullptr);
    // Saves unsaved changes.
    ~NoteListModel() override;

    int count() const final { return static_cast<int>(m_view.notes.size()); }
    int current() const { return m_current; }
    void setCurrent(int row);
    QString error() const { return m_error; }
    QString fileNotice() const;
    // The session of the trace of the notes.
    const SessionObject& session() const { return m_session; }
    // Whether saved() is that of a trace. It is not yet while receivers of
    // SessionObject::traceChanged() are notified; viewRead() follows.
    bool isOf(const Trace* trace) const {
        return m_trace && m_trace->session().trace.get() == trace;
    }
    // Whether the saved view is restored in a timeline. False for the second trace of a comparison.
    bool restoresView() const { return m_restoresView; }
    void setRestoresView(bool keeps) { m_restoresView = keeps; }
    QString bookmarksText() const;
    const SavedView& saved() const { return m_view; }

    // Adds a note and makes it current; an existing note at the same place becomes current instead.
    void add(const Note& note);
    Q_INVOKABLE void setText(int row, const QString& text);
    // Switches a note to the next color.
    Q_INVOKABLE void nextColor(int row);
    Q_INVOKABLE void remove(int row);
    // Replaces all notes and bookmarks.
    void restore(const std::vector<Note>& notes, const decltype(SavedView::bookmarks)& bookmarks);
    // `key`: 1 to 9.
    std::optional<SavedPlace> bookmark(int key) const;
    void setBookmark(int key, const SavedPlace& place);
    // Stores what is to be saved of a view: place, arrangement of tracks, cursors; the searches
    // whose hits are tracks.
    void storeView(const SavedPlace& place, const TrackArrangement& tracks,
                   const std::array<std::optional<Time>, 2>& cursors);
    void storeSearches(const std::vector<SavedSearch>& searches) { m_view.searches = searches; }
    // Saves unsaved changes, blocking.
    void save();

Q_SIGNALS:
    void contentChanged();
    void currentChanged();
    void errorChanged();
    // Connected views call storeView().
    void aboutToSave();
    // Notes and view of another trace were read.
    void viewRead();

private:
    const Note& row(int index) const final { return m_view.notes[static_cast<std::size_t>(index)]; }
    Time traceStart() const { return m_trace->session().trace->range().begin; }
    void updateTrace();
    // Reads the saved notes and view of a trace; returns the error, empty for none.
    [[nodiscard]] QString readView(const LoadedTrace& loaded);
    void changed();
    // Collects the state to save; false if unchanged.
    bool collect();
    void saveBeside();
    void receiveSaveError(const QString& error);
    void setError(const QString& error);

    const SessionObject& m_session;
    QString m_dataDirectory;
    LoadedTrace m_trace;
    std::optional<SidecarFile> m_file;
    SavedView m_view;
    SavedView m_savedView;
    QTimer m_saveSoon;
    QFutureWatcher<QString> m_writing;  // result: the error; m_file is not used meanwhile
    QString m_error;
    int m_current = -1;
    bool m_restoresView = true;
};

}  // namespace gaplight::ui
