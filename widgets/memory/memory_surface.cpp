// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/memory/memory_surface.h"

#include <algorithm>

#include <QHoverEvent>
#include <QMouseEvent>
#include <QQuickWindow>
#include <QWheelEvent>

namespace gaplight::ui {
namespace {

constexpr float kOwnAxisWidth = 76;

}  // namespace

MemorySurface::MemorySurface(QQuickItem* parent) : DisplayListItem(parent) {
    setAcceptedMouseButtons(Qt::LeftButton | Qt::MiddleButton);
    setAcceptHoverEvents(true);
    setClip(true);
    setActiveFocusOnTab(true);
}

void MemorySurface::requestFrame() {
    if (m_view.moving() && window() != nullptr) {
        window()->update();
    }
}

void MemorySurface::geometryChange(const QRectF& now, const QRectF& before) {
    DisplayListItem::geometryChange(now, before);
    if (now.size() != before.size()) {
        m_view.resize(static_cast<float>(width()), static_cast<float>(height()), kOwnAxisWidth);
        refresh();
    }
}

void MemorySurface::itemChange(ItemChange change, const ItemChangeData& data) {
    if (change == ItemSceneChange) {
        disconnect(m_frames);
        if (data.window != nullptr) {
            m_frames = connect(data.window, &QQuickWindow::afterAnimating, this, [this] {
                if (m_view.moving()) {
                    m_view.advance();
                    refresh();
                }
            });
        }
    } else if (change == ItemDevicePixelRatioHasChanged) {
        refresh();
    }
    DisplayListItem::itemChange(change, data);
}

void MemorySurface::mousePressEvent(QMouseEvent* event) {
    forceActiveFocus(Qt::MouseFocusReason);
    m_pointer.press(event->position(), event->button() == Qt::MiddleButton);
}

void MemorySurface::mouseMoveEvent(QMouseEvent* event) {
    if (const std::optional<QPointF> moved =
            m_pointer.move(event->position(), event->modifiers().testFlag(Qt::ControlModifier))) {
        m_hovered.reset();
        m_axis.drag(*moved);
        refresh();
    }
    updateHover();
}

void MemorySurface::mouseReleaseEvent(QMouseEvent* event) {
    const MemoryPointer::Release release = m_pointer.release();
    if (release == MemoryPointer::Release::Click) {
        click(event->position());
    } else if (release == MemoryPointer::Release::Range) {
        const TimeRange range =
            rangeBetween(viewport(), m_pointer.pressedAt().x(), event->position().x());
        if (range.begin < range.end) {
            m_axis.move([&](auto& view) { view.setRange(range); });
            refresh();
        }
    }
    polish();
}

void MemorySurface::mouseDoubleClickEvent(QMouseEvent*) {
    m_pointer.cancelPress();
    doubleClick();
}

void MemorySurface::hoverMoveEvent(QHoverEvent* event) {
    m_pointer.hover(event->position());
    m_hovered = allocationAt(event->position());
    updateHover();
}

void MemorySurface::hoverLeaveEvent(QHoverEvent*) {
    m_pointer.leave();
    m_hovered.reset();
    updateHover();
}

void MemorySurface::wheelEvent(QWheelEvent* event) {
    event->accept();
    const WheelMove move = wheelMoveOf(*event);
    switch (move.kind) {
        case WheelMove::Kind::ZoomTime:
            m_axis.move([&](auto& view) { view.zoomAt(event->position().x(), move.factor); });
            break;
        case WheelMove::Kind::ZoomBytes: {
            const auto height = static_cast<double>(m_layout.plot.height);
            const double below =
                static_cast<double>(m_layout.plot.y) + height - event->position().y();
            m_view.zoomBytes(std::clamp(below / height, 0.0, 1.0), move.factor);
            break;
        }
        case WheelMove::Kind::Drag:
            m_axis.drag(move.by);
            break;
        case WheelMove::Kind::Scroll:
            m_axis.scroll(move.by);
            break;
    }
    refresh();
}

}  // namespace gaplight::ui
