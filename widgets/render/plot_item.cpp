// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/render/plot_item.h"

#include <algorithm>

#include <QHoverEvent>
#include <QMouseEvent>
#include <QWheelEvent>

namespace gaplight::ui {
namespace {

constexpr double kRowNotch = 120;  // angle delta of one step of a wheel
constexpr double kRowsPerNotch = 3;

}  // namespace

PlotItem::PlotItem(QQuickItem* parent) : DisplayListItem(parent) {
    setAcceptedMouseButtons(Qt::LeftButton);
    setAcceptHoverEvents(true);
    setClip(true);
}

void PlotItem::build(DisplayList& list) {
    if (!draw(list)) {
        list.clear(listWidth(), listHeight());
    }
}

void PlotItem::setHovered(std::optional<std::size_t> thing) {
    if (thing != m_hovered) {
        m_hovered = thing;
        polish();
        Q_EMIT hoverChanged();
    }
}

void PlotItem::movePointer(QPointF at, std::optional<std::size_t> thing) {
    m_pointer = at;
    if (thing != m_hovered) {
        m_hovered = thing;
        polish();
    }
    Q_EMIT hoverChanged();
}

void PlotItem::mousePressEvent(QMouseEvent* event) {
    press(hit(toList(event->position())));
}

void PlotItem::hoverMoveEvent(QHoverEvent* event) {
    const QPointF at = toList(event->position());
    const std::optional<std::size_t> thing = hit(at);
    // Qt Quick repeats hover events with each frame: a tip that appeared would go at once.
    if (at != m_pointer || thing != m_hovered) {
        movePointer(at, thing);
    }
}

void PlotItem::hoverLeaveEvent(QHoverEvent*) {
    m_pointer.reset();
    m_hovered.reset();
    polish();
    Q_EMIT hoverChanged();
}

void RowPlotItem::setScrollY(double y) {
    y = std::clamp(y, 0.0, std::max(0.0, contentHeight() - static_cast<double>(listHeight())));
    if (y != m_scrollY) {
        m_scrollY = y;
        polish();
        Q_EMIT contentChanged();
        Q_EMIT viewportChanged();
    }
}

void RowPlotItem::wheelEvent(QWheelEvent* event) {
    setScrollY(m_scrollY - event->angleDelta().y() / kRowNotch * kRowsPerNotch *
                               static_cast<double>(m_rowHeight));
    event->accept();
}

}  // namespace gaplight::ui
