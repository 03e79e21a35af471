// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include <QPointer>
#include <QSizeF>

#include "widgets/memory/memory_view.h"
#include "widgets/timeline/timeline_item.h"

namespace gaplight::ui {

// The time axis of a memory view: its own, or that of a timeline, which it then moves too.
class MemoryTimeAxis {
public:
    // `own` must outlive it.
    explicit MemoryTimeAxis(MemoryView& own) : m_own(own) {}

    [[nodiscard]] TimelineItem* timeline() const { return m_timeline; }
    // Null: its own.
    void follow(TimelineItem* timeline) { m_timeline = timeline; }
    [[nodiscard]] bool isFollowing() const { return m_timeline != nullptr; }

    // Of a view of this size.
    [[nodiscard]] Viewport viewport(QSizeF size) const;
    // The cursor of the timeline.
    [[nodiscard]] std::optional<Time> cursor() const;

    // Moves it by a function of MemoryView and TimelineView.
    template <class Move>
    void move(Move&& move) {
        if (m_timeline) {
            m_timeline->change([&](TimelineView& view) { move(view); });
        } else {
            move(m_own);
        }
    }
    void drag(QPointF by);
    void scroll(QPointF by);
    // Moves only if the range is not visible.
    void reveal(TimeRange range);

private:
    MemoryView& m_own;
    QPointer<TimelineItem> m_timeline;
};

}  // namespace gaplight::ui
