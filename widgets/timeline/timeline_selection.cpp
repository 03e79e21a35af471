// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/timeline/timeline_selection.h"

#include <utility>

namespace gaplight::ui {

void TimelineSelection::clear() {
    TimelineState fresh;
    fresh.showOverlays = m_state.showOverlays;
    fresh.pixelRatio = m_state.pixelRatio;
    fresh.arrows = m_state.arrows;
    fresh.timeFormat = m_state.timeFormat;
    m_state = fresh;
    m_hover.reset();
    ++m_hoverRevision;
    ++m_revision;
}

void TimelineSelection::setOverlaysVisible(bool visible) {
    m_state.showOverlays = visible;
    ++m_revision;
}

void TimelineSelection::setNotes(std::vector<Note> notes, int current) {
    m_state.notes = std::move(notes);
    m_state.currentNote = current;
    clearHover();
}

void TimelineSelection::setCursor(std::size_t cursor, std::optional<Time> time) {
    m_state.cursors[cursor] = time;
    clearHover();
}

void TimelineSelection::setArrows(ArrowScope scope) {
    m_state.arrows = scope;
    ++m_revision;
}

void TimelineSelection::select(SliceId slice) {
    m_state.selected = slice;
    m_state.dimUnrelated = false;
    ++m_revision;
}

void TimelineSelection::selectRange(std::optional<TimeRange> range, std::vector<TrackId> tracks) {
    m_state.selectedRange = range;
    m_state.selectedTracks = std::move(tracks);
    ++m_revision;
}

// Qt Quick repeats hover events with each frame: only what is new may ask for another one.
bool TimelineSelection::hover(const Hit& hit) {
    if (m_hover == hit) {
        return false;
    }
    m_hover = hit;
    m_state.cursor = hit.time;
    m_state.hovered = hit.slice;
    ++m_hoverRevision;
    return true;
}

void TimelineSelection::leave() {
    m_hover.reset();
    m_state.cursor.reset();
    m_state.hovered = SliceId();
    ++m_hoverRevision;
}

void TimelineSelection::clearHover() {
    m_hover.reset();
    ++m_hoverRevision;
}

}  // namespace gaplight::ui
