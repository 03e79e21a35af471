// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
// What a drag from a point does, and the pointer's shape that says so.
#include <algorithm>

#include "core/scene/interaction/range_pick.h"
#include "widgets/timeline/pointer_gestures.h"

namespace gaplight::ui {

PointerGestures::Gesture PointerGestures::dragGesture() const {
    if (m_pressedCursor >= 0) {
        return Gesture::MoveCursor;
    }
    const bool isOverNames = m_pressedAt.x() < m_view.viewport().timeLeft();
    return m_pressedNamesEdge    ? Gesture::ResizeNames
           : m_pressedPinnedEdge ? Gesture::ResizePinned
           : isOverNames         ? Gesture::MoveTrack
                                 : Gesture::SelectRange;
}

void PointerGestures::moveCursor(QPointF at, Qt::KeyboardModifiers modifiers) {
    const Viewport& view = m_view.viewport();
    const auto x = static_cast<float>(std::clamp<double>(at.x(), view.timeLeft(), view.width));
    const Time time = modifiers.testFlag(Qt::AltModifier)
                          ? view.timeAt(static_cast<double>(x))
                          : snappedTime(m_view.input(), x, static_cast<float>(at.y()));
    m_view.setCursor(static_cast<std::size_t>(m_pressedCursor), time);
}

Qt::CursorShape PointerGestures::cursor() const {
    switch (m_gesture) {
        case Gesture::Pan:
        case Gesture::MoveTrack:
            return Qt::ClosedHandCursor;
        case Gesture::SelectRange:
        case Gesture::MoveCursor:
        case Gesture::ResizeNames:
            return Qt::SizeHorCursor;
        case Gesture::ResizePinned:
            return Qt::SizeVerCursor;
        default:
            break;
    }
    if (m_panKeyHeld) {
        return Qt::OpenHandCursor;
    }
    if (m_pointer && (edgeAt(*m_pointer) != RangeEdge::None || isOnNamesEdge(*m_pointer) ||
                      cursorAt(*m_pointer) >= 0)) {
        return Qt::SizeHorCursor;
    }
    return m_pointer && isOnPinnedEdge(*m_pointer) ? Qt::SizeVerCursor : Qt::ArrowCursor;
}

}  // namespace gaplight::ui
