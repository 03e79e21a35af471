// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include <QPointF>
#include <QWheelEvent>

namespace gaplight::ui {

// The mouse pointer over a memory view. A press is a click if the button is released nearby;
// otherwise it drags the view or marks a time range.
class MemoryPointer {
public:
    enum class Release { None, Click, Range };

    // `drags`: the view from the first pixel on.
    void press(QPointF at, bool drags);
    // By how much the view is dragged; empty where it is not. `marksRange`: whether a drag that
    // begins here marks a range.
    std::optional<QPointF> move(QPointF at, bool marksRange);
    [[nodiscard]] Release release();
    void cancelPress() { m_press = Press::None; }

    void hover(QPointF at) { m_position = at; }
    void leave() { m_position.reset(); }

    // Empty outside the view.
    [[nodiscard]] std::optional<QPointF> position() const { return m_position; }
    [[nodiscard]] QPointF pressedAt() const { return m_pressedAt; }
    // Whether a range is being marked, from pressedAt() to position().
    [[nodiscard]] bool isMarkingRange() const { return m_press == Press::Range && m_position; }

private:
    enum class Press { None, Begun, Drag, Range };

    Press m_press = Press::None;
    std::optional<QPointF> m_position;
    QPointF m_pressedAt;
    QPointF m_last;
};

// How a wheel event moves or zooms a memory view. Without modifiers it moves the view; Shift: in
// time; Ctrl: zooms in time; Ctrl+Shift: zooms in bytes.
struct WheelMove {
    enum class Kind { Drag, Scroll, ZoomTime, ZoomBytes };
    Kind kind = Kind::Scroll;
    QPointF by;         // pixels
    double factor = 1;  // of a zoom
};
[[nodiscard]] WheelMove wheelMoveOf(const QWheelEvent& event);

}  // namespace gaplight::ui
