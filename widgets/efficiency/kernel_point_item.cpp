// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/efficiency/kernel_point_item.h"

#include <algorithm>

#include <QKeyEvent>

namespace gaplight::ui {

KernelPointItem::KernelPointItem(QQuickItem* parent) : PlotItem(parent) {
    setActiveFocusOnTab(true);
}

void KernelPointItem::clearPoints() {
    setHovered(std::nullopt);
    m_selected.reset();
    polish();
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

std::optional<std::size_t> KernelPointItem::hit(QPointF at) const {
    const auto point =
        kernelPointAt(m_marks, static_cast<float>(at.x()), static_cast<float>(at.y()));
    return point && *point < pointCount() ? point : std::nullopt;  // marks may be of a plot before
}

void KernelPointItem::press(std::optional<std::size_t> point) {
    forceActiveFocus(Qt::MouseFocusReason);
    if (point) {
        select(*point);
        choose();
    }
}

// What is selected is outlined: the focus is seen.
void KernelPointItem::focusInEvent(QFocusEvent* event) {
    const bool isByKey =
        event->reason() == Qt::TabFocusReason || event->reason() == Qt::BacktabFocusReason;
    if (isByKey && !m_selected) {
        step(0);
    }
    PlotItem::focusInEvent(event);
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
            return PlotItem::keyPressEvent(event);
    }
}

}  // namespace gaplight::ui
