// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/memory/memory_surface.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <QMouseEvent>
#include <QQuickWindow>
#include <QWheelEvent>

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

namespace {

constexpr double kDragDistance = 4;  // pixels before a press becomes a drag
constexpr double kWheelNotch = 120;  // angle delta of one step of a wheel
constexpr double kWheelPixels = 57;
constexpr double kZoomPerNotch = 1.25;

}  // namespace

void MemoryPointer::press(QPointF at, bool drags) {
    m_pressedAt = m_last = at;
    m_press = drags ? Press::Drag : Press::Begun;
}

std::optional<QPointF> MemoryPointer::move(QPointF at, bool marksRange) {
    if (m_press == Press::Begun && (at - m_pressedAt).manhattanLength() >= kDragDistance) {
        m_press = marksRange ? Press::Range : Press::Drag;
    }
    return m_press == Press::Drag ? std::optional(at - std::exchange(m_last, at)) : std::nullopt;
}

MemoryPointer::Release MemoryPointer::release() {
    const Press done = std::exchange(m_press, Press::None);
    return done == Press::Begun   ? Release::Click
           : done == Press::Range ? Release::Range
                                  : Release::None;
}

WheelMove wheelMoveOf(const QWheelEvent& event) {
    const QPoint angle = event.angleDelta();
    // Some platforms turn Shift + wheel into a horizontal one themselves.
    const int along = angle.y() != 0 ? angle.y() : angle.x();
    const bool hasShift = event.modifiers().testFlag(Qt::ShiftModifier);
    if (event.modifiers().testFlag(Qt::ControlModifier)) {
        return {hasShift ? WheelMove::Kind::ZoomBytes : WheelMove::Kind::ZoomTime,
                {},
                std::pow(kZoomPerNotch, along / kWheelNotch)};
    }
    if (!event.pixelDelta().isNull()) {
        return {WheelMove::Kind::Drag, event.pixelDelta()};
    }
    return {WheelMove::Kind::Scroll, hasShift ? QPointF(along / kWheelNotch * kWheelPixels * 2, 0)
                                              : QPointF(angle) / kWheelNotch * kWheelPixels};
}

namespace {

constexpr float kOwnAxisWidth = 76;

}  // namespace

MemorySurface::MemorySurface(QQuickItem* parent) : PlotItem(parent) {
    setAcceptedMouseButtons(Qt::LeftButton | Qt::MiddleButton);
    setActiveFocusOnTab(true);
    // A line shows the time of the pointer.
    connect(this, &PlotItem::hoverChanged, this, &QQuickItem::polish);
}

void MemorySurface::requestFrame() {
    if (m_view.moving() && window() != nullptr) {
        window()->update();
    }
}

void MemorySurface::geometryChange(const QRectF& now, const QRectF& before) {
    PlotItem::geometryChange(now, before);
    if (now.size() != before.size()) {
        resizeList();
    }
}

void MemorySurface::resizeList() {
    m_view.resize(listWidth(), listHeight(), kOwnAxisWidth);
    refresh();
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
    PlotItem::itemChange(change, data);
}

void MemorySurface::mousePressEvent(QMouseEvent* event) {
    forceActiveFocus(Qt::MouseFocusReason);
    m_pointer.press(toList(event->position()), event->button() == Qt::MiddleButton);
}

void MemorySurface::mouseMoveEvent(QMouseEvent* event) {
    const std::optional<QPointF> moved =
        m_pointer.move(toList(event->position()), event->modifiers().testFlag(Qt::ControlModifier));
    if (moved) {
        m_axis.drag(*moved);
        refresh();
    }
    movePointer(toList(event->position()), moved ? std::nullopt : hovered());
}

void MemorySurface::mouseReleaseEvent(QMouseEvent* event) {
    const MemoryPointer::Release release = m_pointer.release();
    if (release == MemoryPointer::Release::Click) {
        click(toList(event->position()));
    } else if (release == MemoryPointer::Release::Range) {
        const TimeRange range =
            rangeBetween(viewport(), m_pointer.pressedAt().x(), toList(event->position()).x());
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

void MemorySurface::wheelEvent(QWheelEvent* event) {
    event->accept();
    const WheelMove move = wheelMoveOf(*event);
    switch (move.kind) {
        case WheelMove::Kind::ZoomTime:
            m_axis.move(
                [&](auto& view) { view.zoomAt(toList(event->position()).x(), move.factor); });
            break;
        case WheelMove::Kind::ZoomBytes: {
            const auto height = static_cast<double>(m_layout.plot.height);
            const double below =
                static_cast<double>(m_layout.plot.y) + height - toList(event->position()).y();
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
