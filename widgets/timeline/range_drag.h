// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include <QElapsedTimer>
#include <QPointF>

#include "core/scene/interaction/range_pick.h"
#include "widgets/timeline/timeline_view.h"

namespace gaplight::ui {

// A drag that selects a range of time over tracks, or moves an edge of the selected range. Edges
// snap to slices unless Alt is held. Beyond an edge of the tracks the view scrolls, the faster the
// farther the pointer is.
class RangeDrag {
public:
    explicit RangeDrag(TimelineView& view) : m_view(view) {}

    // `edge`: the edge of the selected range that is moved; None: a new range.
    void begin(QPointF at, RangeEdge edge, Qt::KeyboardModifiers modifiers);
    void dragTo(QPointF at, Qt::KeyboardModifiers modifiers);
    // Call it in every frame of the drag. True if the view has scrolled.
    bool scrollAtEdge();
    void stopScrolling() { m_sinceScroll.invalidate(); }
    [[nodiscard]] bool isScrolling() const { return m_sinceScroll.isValid(); }

private:
    [[nodiscard]] Time timeAt(QPointF at, Qt::KeyboardModifiers modifiers) const;

    TimelineView& m_view;
    RangeEdge m_edge = RangeEdge::None;
    QPointF m_beganAt;
    QPointF m_last;
    Qt::KeyboardModifiers m_modifiers;  // at m_last
    Time m_fixedEnd;                    // the end of the range that stays
    std::size_t m_firstLane = 0;        // of a new range
    std::vector<TrackId> m_tracks;      // of the range whose edge is moved
    QElapsedTimer m_sinceScroll;        // since the last scroll step; invalid while not scrolling
};

}  // namespace gaplight::ui
