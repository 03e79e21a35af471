// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include <QPointF>

#include "widgets/timeline/slice_menu.h"
#include "widgets/timeline/track_menu.h"

namespace gaplight::ui {

class TimelineItem;

// Chooses the context menu for a place in a timeline, and remembers where it was opened.
class TimelineMenus {
public:
    // `timeline` must outlive it.
    explicit TimelineMenus(TimelineItem& timeline)
        : m_timeline(timeline), m_track(timeline), m_slice(timeline) {}

    [[nodiscard]] TrackMenu& track() { return m_track; }
    [[nodiscard]] SliceMenu& slice() { return m_slice; }

    // By a right click: requests the menu of the ruler, a slice, a mark or a track.
    void openAt(QPointF at);
    // By a key: that of the selected slice or mark, else of the selected track.
    void openAtSelection();
    // Sets cursor A (0) or B (1) where the menu was opened, or at the selection if by a key.
    void placeCursor(int cursor);

private:
    TimelineItem& m_timeline;
    TrackMenu m_track;
    SliceMenu m_slice;
    std::optional<QPointF> m_openedAt;  // empty: by a key
};

}  // namespace gaplight::ui
