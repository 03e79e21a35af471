// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QPointer>

#include "widgets/input/action.h"
#include "widgets/notes/note_list_model.h"
#include "widgets/search/search_model.h"

namespace gaplight::ui {

class TimelineItem;

// Connects notes, bookmarks and search hits of their models with the view.
class TimelineMarking : public QObject {
    Q_OBJECT

public:
    // `timeline` must outlive it.
    explicit TimelineMarking(TimelineItem& timeline) : m_timeline(timeline) {}

    SearchModel* search() const { return m_search; }
    void setSearch(SearchModel* search);
    NoteListModel* notes() const { return m_notes; }
    void setNotes(NoteListModel* notes);

    // Restores the saved view, notes and tracks; call it after a change of the trace. No effect
    // before the notes of that trace are read, which calls it again.
    void restore();
    void updateSelection();
    // False if the action does not concern notes, bookmarks or search.
    bool perform(Action action);
    void goToHit(bool forward);
    void goToNote(int row);
    // Makes a note current whose flag was clicked; -1: none.
    void pickNote(int row);

private:
    bool restoresView() const;
    bool isPending() const;
    void addNote();
    void goToBookmark(int key);
    void showNotes();
    void showHits();
    void showHitTracks();

    TimelineItem& m_timeline;
    QPointer<SearchModel> m_search;
    QPointer<NoteListModel> m_notes;
};

}  // namespace gaplight::ui
