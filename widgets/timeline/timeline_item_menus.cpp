// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
// What menus and the status line have of a timeline.
#include "widgets/timeline/cursor_placing.h"
#include "widgets/timeline/timeline_item.h"

namespace gaplight::ui {

QString TimelineItem::cursorText() const {
    return m_view.hasTrace() ? cursorStatus(m_view) : QString();
}

void TimelineItem::placeCursorAtMenu(int cursor) {
    change(
        [&](TimelineView& view) { placeCursor(view, static_cast<std::size_t>(cursor), m_menuAt); });
}

void TimelineItem::openMenu(QPointF at) {
    const Hit found = hoverHit(at);
    m_menuAt = at;
    if (found.kind == HitKind::Ruler || found.kind == HitKind::Cursor) {
        Q_EMIT rulerMenuRequested(at);
        return;
    }
    const bool isTrack = found.kind == HitKind::Name || found.kind == HitKind::Triangle ||
                         found.kind == HitKind::RowLimit || found.kind == HitKind::Lane;
    if (!m_sliceMenu.open(found, at) && isTrack) {
        m_trackMenu.setLane(found.lane);
        Q_EMIT trackMenuRequested(at);
    }
}

}  // namespace gaplight::ui
