// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/efficiency/kernel_point_item.h"

#include <algorithm>

#include <QHoverEvent>
#include <QKeyEvent>
#include <QMouseEvent>

namespace gaplight::ui {

KernelPointItem::KernelPointItem(QQuickItem* parent) : DisplayListItem(parent) {
    setAcceptedMouseButtons(Qt::LeftButton);
    setAcceptHoverEvents(true);
    setClip(true);
    setActiveFocusOnTab(true);
}

void KernelPointItem::clearPoints() {
    m_hovered.reset();
    m_selected.reset();
    polish();
    Q_EMIT hoverChanged();
}

void KernelPointItem::setSelected(std::optional<std::size_t> point) {
    m_selected = point;
    polish();
    Q_EMIT selectionChanged();
}

void KernelPointItem::step(int direction) {
    if (pointCount() == 0) {
        return;
    }
    const auto last = static_cast<std::ptrdiff_t>(pointCount()) - 1;
    const std::ptrdiff_t at = m_selected ? static_cast<std::ptrdiff_t>(*m_selected) + direction : 0;
    select(static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(at, 0, last)));
}

void KernelPointItem::mousePressEvent(QMouseEvent* event) {
    forceActiveFocus(Qt::MouseFocusReason);
    const auto point = kernelPointAt(m_marks, static_cast<float>(event->position().x()),
                                     static_cast<float>(event->position().y()));
    if (point) {
        select(*point);
        choose();
    }
}

void KernelPointItem::hoverMoveEvent(QHoverEvent* event) {
    m_pointer = event->position();
    const auto point = kernelPointAt(m_marks, static_cast<float>(m_pointer.x()),
                                     static_cast<float>(m_pointer.y()));
    if (point != m_hovered) {
        m_hovered = point;
        polish();
    }
    Q_EMIT hoverChanged();
}

void KernelPointItem::hoverLeaveEvent(QHoverEvent*) {
    m_hovered.reset();
    polish();
    Q_EMIT hoverChanged();
}

// What is selected is outlined: the focus is seen.
void KernelPointItem::focusInEvent(QFocusEvent* event) {
    const bool isByKey =
        event->reason() == Qt::TabFocusReason || event->reason() == Qt::BacktabFocusReason;
    if (isByKey && !m_selected) {
        step(0);
    }
    DisplayListItem::focusInEvent(event);
}

void KernelPointItem::keyPressEvent(QKeyEvent* event) {
    switch (event->key()) {
        case Qt::Key_Left:
        case Qt::Key_Up:
            return step(-1);
        case Qt::Key_Right:
        case Qt::Key_Down:
            return step(1);
        case Qt::Key_Return:
        case Qt::Key_Enter:
        case Qt::Key_Space:
            return choose();
        default:
            return DisplayListItem::keyPressEvent(event);
    }
}

}  // namespace gaplight::ui
