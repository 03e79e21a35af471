// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/timeline/timeline_marking.h"

#include <optional>

#include "widgets/timeline/timeline_item.h"
#include "widgets/timeline/timeline_navigation.h"

namespace gaplight::ui {
namespace {

// A new note on the selected slice, else on the selected range, else at the time under the pointer.
std::optional<Note> noteOnSelection(const TimelineView& view) {
    const TimelineState& state = view.state();
    Note note;
    if (state.selected.isValid()) {
        note.slice = state.selected;
        note.range = view.model().trace->slices().range(state.selected);
    } else if (state.selectedRange) {
        note.range = *state.selectedRange;
    } else if (state.cursor) {
        note.range = {*state.cursor, *state.cursor};
    } else {
        return std::nullopt;
    }
    return note;
}

// Which of the actions of the keys 1 to 9 it is, or 0.
int keyOf(Action action, Action first) {
    const int number = static_cast<int>(action) - static_cast<int>(first) + 1;
    return number >= 1 && number <= static_cast<int>(SavedView::kBookmarks) ? number : 0;
}

}  // namespace

void TimelineMarking::setSearch(SearchModel* search) {
    m_search = search;
    connect(search, &SearchModel::hitsChanged, this, &TimelineMarking::showHits);
    connect(search, &SearchModel::tracksChanged, this, &TimelineMarking::showHitTracks);
    showHits();
    showHitTracks();
}

void TimelineMarking::setNotes(NoteListModel* notes) {
    if (m_notes) {
        m_notes->disconnect(this);
    }
    m_notes = notes;
    if (!m_notes) {
        return;
    }
    connect(notes, &NoteListModel::contentChanged, this, &TimelineMarking::showNotes);
    connect(notes, &NoteListModel::currentChanged, this, &TimelineMarking::showNotes);
    connect(notes, &NoteListModel::viewRead, this, &TimelineMarking::restore);
    connect(notes, &NoteListModel::aboutToSave, this, [this] {
        const TimelineView& view = m_timeline.view();
        if (restoresView() && view.hasTrace() && view.viewport().width > 0) {
            m_notes->storeView(view.place(), arrangementOf(view.layout()), view.state().cursors);
            if (m_search) {
                m_notes->storeSearches(m_search->savedSearches());
            }
        }
    });
    showNotes();
}

// The same file may be shown twice, with the same notes.
bool TimelineMarking::restoresView() const {
    return m_notes->restoresView() && &m_notes->session() == m_timeline.session();
}

// Whether timeline and notes of one session show two traces: the other one is notified next.
bool TimelineMarking::isPending() const {
    return &m_notes->session() == m_timeline.session() &&
           !m_notes->isOf(m_timeline.view().model().trace);
}

void TimelineMarking::restore() {
    if (!m_notes || !m_timeline.view().hasTrace() || isPending()) {
        return;
    }
    const SavedView saved = m_notes->saved();
    if (restoresView()) {
        m_timeline.change([&](TimelineView& view) {
            view.arrangeTracks(saved.tracks);
            for (std::size_t cursor = 0; cursor < saved.cursors.size(); ++cursor) {
                view.setCursor(cursor, saved.cursors[cursor]);
            }
            if (saved.place) {
                jumpToPlace(view, *saved.place);
            }
        });
        if (m_search) {
            m_search->restoreTracks(saved.searches);
        }
    }
    showNotes();
    showHits();
}

void TimelineMarking::showNotes() {
    // When another trace arrives, restore() shows its notes.
    if (m_notes && m_timeline.view().hasTrace() &&
        m_timeline.view().loadedTrace() == m_timeline.session()->trace()) {
        m_timeline.change([this](TimelineView& view) {
            view.showNotes(m_notes->saved().notes, m_notes->current());
        });
    }
}

void TimelineMarking::showHits() {
    if (m_search && m_timeline.view().hasTrace() &&
        m_timeline.view().loadedTrace() == m_timeline.session()->trace()) {
        m_timeline.change([this](TimelineView& view) {
            view.showHits(m_search->shownHits(), m_search->onlyHits() && !m_search->showsLit());
        });
    }
}

// None outlives its trace, so those of another one are not shown.
void TimelineMarking::showHitTracks() {
    if (m_search && m_timeline.view().hasTrace() &&
        m_timeline.view().loadedTrace() == m_timeline.session()->trace()) {
        m_timeline.change([this](TimelineView& view) { view.showHitTracks(m_search->tracks()); });
    }
}

void TimelineMarking::updateSelection() {
    if (m_search) {
        m_search->setSelected(m_timeline.view().state().selected);
    }
}

bool TimelineMarking::perform(Action action) {
    if (action == Action::NextHit || action == Action::PreviousHit) {
        goToHit(action == Action::NextHit);
        return true;
    }
    if (action == Action::PinSearch) {
        if (m_search) {
            m_search->togglePinned();
        }
        return true;
    }
    if (!m_notes || !m_timeline.view().hasTrace()) {
        return false;
    }
    if (action == Action::AddNote) {
        addNote();
        return true;
    }
    if (const int key = keyOf(action, Action::SetBookmark1); key > 0) {
        m_notes->setBookmark(key, m_timeline.view().place());
        return true;
    }
    if (const int key = keyOf(action, Action::Bookmark1); key > 0) {
        goToBookmark(key);
        return true;
    }
    return false;
}

void TimelineMarking::addNote() {
    if (const auto note = noteOnSelection(m_timeline.view())) {
        m_notes->add(*note);
    }
}

void TimelineMarking::goToBookmark(int key) {
    if (const auto place = m_notes->bookmark(key)) {
        m_timeline.change([&](TimelineView& view) { view.animateTo(viewportOf(view, *place)); });
    }
}

void TimelineMarking::goToHit(bool forward) {
    const TimelineView& view = m_timeline.view();
    if (m_search && view.hasTrace()) {
        m_timeline.goToSlice(m_search->step(view.state().selected, view.viewport().begin, forward));
    }
}

void TimelineMarking::goToNote(int row) {
    if (!m_notes || row < 0 || row >= m_notes->count()) {
        return;
    }
    const Note note = m_notes->saved().notes[static_cast<std::size_t>(row)];
    m_timeline.change([&](TimelineView& view) {
        if (note.slice.isValid()) {
            goToSlice(view, note.slice);
        } else {
            goToRange(view, note.range);
        }
    });
}

void TimelineMarking::pickNote(int row) {
    if (m_notes) {
        m_notes->setCurrent(row);
    }
}

}  // namespace gaplight::ui
