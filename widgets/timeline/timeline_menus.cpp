// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/timeline/timeline_menus.h"

#include "widgets/timeline/cursor_placing.h"
#include "widgets/timeline/timeline_item.h"

namespace gaplight::ui {

void TimelineMenus::openAt(QPointF at) {
    const Hit found =
        m_timeline.view().hitAt(static_cast<float>(at.x()), static_cast<float>(at.y()));
    m_openedAt = at;
    if (found.kind == HitKind::Ruler || found.kind == HitKind::Cursor) {
        Q_EMIT m_timeline.rulerMenuRequested(at);
        return;
    }
    const bool isTrack = found.kind == HitKind::Name || found.kind == HitKind::Triangle ||
                         found.kind == HitKind::RowLimit || found.kind == HitKind::Lane;
    if (!m_slice.open(found, at) && isTrack) {
        m_track.setLane(found.lane);
        Q_EMIT m_timeline.trackMenuRequested(at);
    }
}

void TimelineMenus::openAtSelection() {
    m_openedAt.reset();
    if (!m_slice.openAtSelection()) {
        m_track.openAtSelection();
    }
}

void TimelineMenus::placeCursor(int cursor) {
    m_timeline.change([&](TimelineView& view) {
        gaplight::ui::placeCursor(view, static_cast<std::size_t>(cursor), m_openedAt);
    });
}

}  // namespace gaplight::ui
