// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include <QHoverEvent>
#include <QMouseEvent>
#include <QQuickWindow>
#include <QWheelEvent>

#include "widgets/memory/memory_item.h"

// Mouse, wheel, frames and jumps of MemoryItem.
namespace gaplight::ui {
namespace {

constexpr float kOwnAxisWidth = 76;
constexpr double kDragDistance = 4;  // pixels before a press becomes a drag
constexpr double kWheelNotch = 120;  // angle delta of one step of a wheel
constexpr double kWheelPixels = 57;
constexpr double kZoomPerNotch = 1.25;

}  // namespace

void MemoryItem::geometryChange(const QRectF& now, const QRectF& before) {
    DisplayListItem::geometryChange(now, before);
    if (now.size() != before.size()) {
        m_view.resize(static_cast<float>(width()), static_cast<float>(height()), kOwnAxisWidth);
        refresh();
    }
}

void MemoryItem::itemChange(ItemChange change, const ItemChangeData& data) {
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

void MemoryItem::focusInEvent(QFocusEvent* event) {
    setVisualFocus(event->reason() == Qt::TabFocusReason ||
                   event->reason() == Qt::BacktabFocusReason);
    QQuickItem::focusInEvent(event);
}

void MemoryItem::focusOutEvent(QFocusEvent* event) {
    setVisualFocus(false);
    QQuickItem::focusOutEvent(event);
}

void MemoryItem::mousePressEvent(QMouseEvent* event) {
    forceActiveFocus(Qt::MouseFocusReason);
    m_pressedAt = m_last = event->position();
    m_gesture = event->button() == Qt::MiddleButton ? Gesture::Pan : Gesture::Pressed;
}

void MemoryItem::mouseMoveEvent(QMouseEvent* event) {
    const QPointF at = event->position();
    m_pointer = at;
    if (m_gesture == Gesture::Pressed && (at - m_pressedAt).manhattanLength() >= kDragDistance) {
        m_gesture =
            event->modifiers().testFlag(Qt::ControlModifier) ? Gesture::ZoomRange : Gesture::Pan;
    }
    if (m_gesture == Gesture::Pan) {
        m_hovered.reset();
        const QPointF moved = at - m_last;
        moveTime([&](auto& view) { view.dragBy(moved.x(), m_timeline ? 0 : moved.y()); });
        m_last = at;
    }
    Q_EMIT hoverChanged();
    polish();
}

void MemoryItem::mouseReleaseEvent(QMouseEvent* event) {
    const Gesture done = std::exchange(m_gesture, Gesture::None);
    if (done == Gesture::Pressed) {
        click(event->position());
    } else if (done == Gesture::ZoomRange) {
        zoomTo(m_pressedAt.x(), event->position().x());
    }
    polish();
}

void MemoryItem::mouseDoubleClickEvent(QMouseEvent*) {
    m_gesture = Gesture::None;
    if (!m_timeline) {
        focusSelected();
        refresh();
    }
}

void MemoryItem::click(QPointF at) {
    if (const std::optional<Moment> moment = momentAt(at.x())) {
        m_selection->setMoment(*moment);
        const auto found =
            m_layout.allocationAt(static_cast<float>(at.x()), static_cast<float>(at.y()));
        m_selection->setSelected(found ? static_cast<qint64>(*found) : -1);
    }
}

void MemoryItem::zoomTo(double x0, double x1) {
    const TimeRange range = rangeBetween(viewport(), x0, x1);
    if (range.begin < range.end) {
        moveTime([&](auto& moved) { moved.setRange(range); });
    }
}

void MemoryItem::setRange(Duration begin, Duration end) {
    if (hasData()) {
        const Duration shift(data()->originNs() - data()->clockNs());
        m_view.setRange({Time(begin + shift), Time(end + shift)});
        refresh();
    }
}

void MemoryItem::hoverMoveEvent(QHoverEvent* event) {
    m_pointer = event->position();
    m_hovered = m_layout.allocationAt(static_cast<float>(m_pointer->x()),
                                      static_cast<float>(m_pointer->y()));
    polish();
    Q_EMIT hoverChanged();
}

void MemoryItem::hoverLeaveEvent(QHoverEvent*) {
    m_pointer.reset();
    m_hovered.reset();
    polish();
    Q_EMIT hoverChanged();
}

void MemoryItem::wheelEvent(QWheelEvent* event) {
    event->accept();
    const QPoint angle = event->angleDelta();
    // Some platforms turn Shift + wheel into a horizontal one themselves.
    const int along = angle.y() != 0 ? angle.y() : angle.x();
    const bool hasShift = event->modifiers().testFlag(Qt::ShiftModifier);
    const double x = event->position().x();
    if (event->modifiers().testFlag(Qt::ControlModifier)) {
        const double factor = std::pow(kZoomPerNotch, along / kWheelNotch);
        if (hasShift) {
            const double below =
                static_cast<double>(m_layout.plot.y + m_layout.plot.height) - event->position().y();
            m_view.zoomBytes(
                std::clamp(below / static_cast<double>(m_layout.plot.height), 0.0, 1.0), factor);
            return refresh();
        }
        return moveTime([&](auto& view) { view.zoomAt(x, factor); });
    }
    if (!event->pixelDelta().isNull()) {
        const QPoint moved = event->pixelDelta();
        m_timeline ? moveTime([&](auto& view) { view.dragBy(moved.x(), 0); })
                   : moveTime([&](auto& view) { view.dragBy(moved.x(), moved.y()); });
    } else if (hasShift) {
        moveTime([&](auto& view) { view.scrollBy(along / kWheelNotch * kWheelPixels * 2, 0); });
    } else if (m_timeline) {
        moveTime([&](auto& view) { view.scrollBy(angle.x() / kWheelNotch * kWheelPixels, 0); });
        m_view.scrollBy(0, angle.y() / kWheelNotch * kWheelPixels);
        refresh();
    } else {
        m_view.scrollBy(angle.x() / kWheelNotch * kWheelPixels,
                        angle.y() / kWheelNotch * kWheelPixels);
        refresh();
    }
}

}  // namespace gaplight::ui
