// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/panels/chart_item.h"

#include <algorithm>

#include <QKeyEvent>

namespace gaplight::ui {

ChartItem::ChartItem(QQuickItem* parent) : PlotItem(parent) {
    setActiveFocusOnTab(true);
}

void ChartItem::clearPoints() {
    m_selected.reset();
    m_marks.clear();
    m_count = 0;
    setHovered(std::nullopt);
    polish();
}

void ChartItem::select(std::optional<std::size_t> point) {
    m_selected = point;
    polish();
    Q_EMIT hoverChanged();
}

bool ChartItem::draw(DisplayList& list) {
    std::optional<ChartInput> input = chart();
    if (!input || input->points.empty()) {
        return false;
    }
    m_kind = input->kind;
    m_count = input->points.size();
    input->width = listWidth();
    input->height = listHeight();
    input->hovered = hovered();
    input->selected = m_selected;
    buildChart(*input, measure(), list, m_marks);
    return true;
}

std::optional<std::size_t> ChartItem::hit(QPointF at) const {
    return chartPointAt(m_kind, m_marks, static_cast<float>(at.x()), static_cast<float>(at.y()));
}

void ChartItem::press(std::optional<std::size_t> point) {
    forceActiveFocus(Qt::MouseFocusReason);
    if (point) {
        select(point);
        choose(*point);
    }
}

void ChartItem::step(std::ptrdiff_t by) {
    if (m_count == 0) {
        return;
    }
    const auto last = static_cast<std::ptrdiff_t>(m_count) - 1;
    const std::ptrdiff_t at = m_selected ? static_cast<std::ptrdiff_t>(*m_selected) + by
                              : by < 0   ? last
                                         : 0;
    select(static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(at, 0, last)));
}

void ChartItem::keyPressEvent(QKeyEvent* event) {
    const auto all = static_cast<std::ptrdiff_t>(m_count);
    switch (event->key()) {
        case Qt::Key_Left:
        case Qt::Key_Up:
            return step(-1);
        case Qt::Key_Right:
        case Qt::Key_Down:
            return step(1);
        case Qt::Key_Home:
            return step(-all);
        case Qt::Key_End:
            return step(all);
        case Qt::Key_Return:
        case Qt::Key_Enter:
        case Qt::Key_Space:
            if (m_selected) {
                choose(*m_selected);
            }
            return;
        default:
            return PlotItem::keyPressEvent(event);
    }
}

}  // namespace gaplight::ui
