// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/memory/moment_item.h"

#include <algorithm>

#include <QHoverEvent>
#include <QWheelEvent>

namespace gaplight::ui {
namespace {

constexpr double kNotch = 120;  // angle delta of one step of a wheel
constexpr double kNotchRows = 3;

}  // namespace

MomentItem::MomentItem(float rowHeight, QQuickItem* parent)
    : DisplayListItem(parent), m_rowHeight(rowHeight) {
    setAcceptedMouseButtons(Qt::LeftButton);
    setAcceptHoverEvents(true);
    setClip(true);
}

void MomentItem::setSelection(MemorySelection* selection) {
    if (selection == m_selection) {
        return;
    }
    if (m_selection) {
        m_selection->disconnect(this);
    }
    m_selection = selection;
    if (m_selection) {
        connect(m_selection, &MemorySelection::changed, this, &MomentItem::followSelection);
    }
    followSelection();
    Q_EMIT selectionChanged();
}

void MomentItem::followSelection() {
    const SharedMoment now = m_selection ? m_selection->measured() : nullptr;
    if (now != m_measured) {
        m_measured = now;
        showOtherMoment();
    }
    polish();
    Q_EMIT contentChanged();
    Q_EMIT viewportChanged();
}

void MomentItem::setScrollY(double y) {
    y = std::clamp(y, 0.0, std::max(0.0, contentHeight() - height()));
    if (y != m_scrollY) {
        m_scrollY = y;
        polish();
        Q_EMIT contentChanged();
        Q_EMIT viewportChanged();
    }
}

void MomentItem::hoverMoveEvent(QHoverEvent* event) {
    m_pointer = event->position();
    updateHovered();
    Q_EMIT hoverChanged();
}

void MomentItem::hoverLeaveEvent(QHoverEvent*) {
    m_pointer.reset();
    updateHovered();
    Q_EMIT hoverChanged();
}

void MomentItem::wheelEvent(QWheelEvent* event) {
    setScrollY(m_scrollY -
               event->angleDelta().y() / kNotch * kNotchRows * static_cast<double>(m_rowHeight));
    event->accept();
}

}  // namespace gaplight::ui
