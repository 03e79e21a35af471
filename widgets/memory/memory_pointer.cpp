// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/memory/memory_pointer.h"

#include <cmath>
#include <utility>

namespace gaplight::ui {
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
    m_position = at;
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

}  // namespace gaplight::ui
