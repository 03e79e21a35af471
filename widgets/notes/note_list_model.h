// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include <QFutureWatcher>
#include <QQmlEngine>
#include <QString>
#include <QTimer>

#include "core/session/sidecar_file.h"
#include "widgets/convert/row_list_model.h"
#include "widgets/session/session_object.h"

namespace gaplight::ui {

// What the user wrote on the open trace, by time, and the places behind the keys 1 to 9. It is read
// when the trace is opened, and saved a moment after each change, on a thread of its own.
class NoteListModel : public LazyListModel<const Note&> {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by the window")
    Q_PROPERTY(int count READ count NOTIFY contentChanged)
    // Row of the note that is edited; -1: none.
    Q_PROPERTY(int current READ current WRITE setCurrent NOTIFY currentChanged)
    // What went wrong when notes were read or saved.
    Q_PROPERTY(QString error READ error NOTIFY errorChanged)
    // "1 4 9": the bookmarks that are set.
    Q_PROPERTY(QString bookmarks READ bookmarksText NOTIFY contentChanged)

public:
    // `session` must outlive it. `dataDirectory`: where what cannot lie beside a trace is kept;
    // empty: nothing is read or saved.
    NoteListModel(const SessionObject& session, QString dataDirectory, QObject* parent = nullptr);
    // Saves what is not yet saved.
    ~NoteListModel() override;

    [[nodiscard]] int count() const final { return static_cast<int>(m_view.notes.size()); }
    [[nodiscard]] int current() const { return m_current; }
    void setCurrent(int row);
    [[nodiscard]] QString error() const { return m_error; }
    // The session whose notes these are.
    [[nodiscard]] const SessionObject& session() const { return m_session; }
    // Whether a timeline is shown as it was left: not that of a second run, which is shown beside
    // the first one.
    [[nodiscard]] bool keepsView() const { return m_keepsView; }
    void setKeepsView(bool keeps) { m_keepsView = keeps; }
    [[nodiscard]] QString bookmarksText() const;
    [[nodiscard]] const SavedView& saved() const { return m_view; }

    // Adds a note and makes it current; an existing note at the same place becomes current instead.
    void add(const Note& note);
    Q_INVOKABLE void setText(int row, const QString& text);
    // Switches a note to the next color.
    Q_INVOKABLE void nextColor(int row);
    Q_INVOKABLE void remove(int row);
    // By keys 1 to 9.
    [[nodiscard]] std::optional<SavedPlace> bookmark(int key) const;
    void setBookmark(int key, const SavedPlace& place);
    // Stores the view and the arrangement of tracks to be saved.
    void keepView(const SavedPlace& place, const TrackArrangement& tracks);
    // Saves unsaved changes, blocking.
    void save();

Q_SIGNALS:
    void contentChanged();
    void currentChanged();
    void errorChanged();
    // Call keepView(), if there is a view.
    void aboutToSave();

private:
    [[nodiscard]] const Note& row(int index) const final {
        return m_view.notes[static_cast<std::size_t>(index)];
    }
    [[nodiscard]] Time traceStart() const { return m_trace->session().trace->range().begin; }
    void takeTrace();
    // Reads what is saved for a trace; returns the error, empty for none.
    [[nodiscard]] QString readView(const LoadedTrace& loaded);
    void changed();
    // Collects the state to save; false if unchanged.
    bool collect();
    void saveBeside();
    void takeWritten(const QString& error);
    void setError(const QString& error);

    const SessionObject& m_session;
    QString m_dataDirectory;
    LoadedTrace m_trace;
    std::optional<SidecarFile> m_file;
    SavedView m_view;
    SavedView m_savedView;
    QTimer m_saveSoon;
    QFutureWatcher<QString> m_writing;  // gives what went wrong; m_file is its own meanwhile
    QString m_error;
    int m_current = -1;
    bool m_keepsView = true;
};

}  // namespace gaplight::ui
