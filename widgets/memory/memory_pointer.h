// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include <QPointF>
#include <QWheelEvent>

namespace gaplight::ui {

// The pointer over a view of memory, and what a press of its button becomes: a click where it is
// released near by, else a drag of the view, or of a range of time.
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

// What a turn of the wheel does to a view of memory:
// - alone: moves it; Shift: moves in time; Ctrl: zooms in time; Ctrl+Shift: zooms in bytes
struct WheelMove {
    enum class Kind { Drag, Scroll, ZoomTime, ZoomBytes };
    Kind kind = Kind::Scroll;
    QPointF by;         // pixels
    double factor = 1;  // of a zoom
};
[[nodiscard]] WheelMove wheelMoveOf(const QWheelEvent& event);

}  // namespace gaplight::ui
