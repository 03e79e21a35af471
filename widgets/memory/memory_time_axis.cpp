// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/memory/memory_time_axis.h"

namespace gaplight::ui {

Viewport MemoryTimeAxis::viewport(QSizeF size) const {
    if (!m_timeline) {
        return m_own.viewport();
    }
    Viewport view = m_timeline->view().viewport();
    view.width = static_cast<float>(size.width());
    view.height = static_cast<float>(size.height());
    return view;
}

std::optional<Time> MemoryTimeAxis::cursor() const {
    return m_timeline ? m_timeline->view().state().cursor : std::nullopt;
}

// A timeline would move its tracks up and down.
void MemoryTimeAxis::drag(QPointF by) {
    move([&](auto& view) { view.dragBy(by.x(), m_timeline ? 0 : by.y()); });
}

// With a timeline the bytes move alone.
void MemoryTimeAxis::scroll(QPointF by) {
    if (m_timeline) {
        m_timeline->change([&](TimelineView& view) { view.scrollBy(by.x(), 0); });
        m_own.scrollBy(0, by.y());
    } else {
        m_own.scrollBy(by.x(), by.y());
    }
}

void MemoryTimeAxis::reveal(TimeRange range) {
    if (m_timeline) {
        m_timeline->change([&](TimelineView& view) {
            view.animateTo(revealing(view.target(), range, view.limits()));
        });
    } else {
        m_own.reveal(range);
    }
}

}  // namespace gaplight::ui
