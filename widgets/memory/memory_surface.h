// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include <QPointF>
#include <QPointer>
#include <QQmlEngine>
#include <QSizeF>
#include <QWheelEvent>

#include "widgets/memory/memory_view.h"
#include "widgets/render/plot_item.h"
#include "widgets/timeline/timeline_item.h"

namespace gaplight::ui {

// The time axis of a memory view: its own, or that of a timeline, which it then moves too.
class MemoryTimeAxis {
public:
    // `own` must outlive it.
    explicit MemoryTimeAxis(MemoryView& own) : m_own(own) {}

    TimelineItem* timeline() const { return m_timeline; }
    // Null: its own.
    void follow(TimelineItem* timeline) { m_timeline = timeline; }
    bool isFollowing() const { return m_timeline != nullptr; }

    // Of a view of this size.
    Viewport viewport(QSizeF size) const;
    // The cursor of the timeline.
    std::optional<Time> cursor() const;

    // Moves it by a function of MemoryView and TimelineView.
    template <class Move>
    void move(Move&& move) {
        if (m_timeline) {
            m_timeline->change([&](TimelineView& view) { move(view); });
        } else {
            move(m_own);
        }
    }
    void drag(QPointF by);
    void scroll(QPointF by);
    // Moves only if the range is not visible.
    void reveal(TimeRange range);

private:
    MemoryView& m_own;
    QPointer<TimelineItem> m_timeline;
};

// The pressed mouse button over a memory view. A press is a click if the button is released nearby;
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

    QPointF pressedAt() const { return m_pressedAt; }
    // Whether a range is being marked, from pressedAt() to the pointer.
    bool isMarkingRange() const { return m_press == Press::Range; }

private:
    enum class Press { None, Begun, Drag, Range };

    Press m_press = Press::None;
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

// Item that shows a MemoryView: moves it on mouse and wheel events, and advances its animations
// once per frame.
// - drag: moves the view; Ctrl+drag: zooms to the range
// - wheel: moves in bytes; Shift+wheel: in time; Ctrl+wheel: zooms in time; Ctrl+Shift+wheel: in
//   bytes
// Beside a timeline it has the time axis of the timeline, and moves both.
class MemorySurface : public PlotItem {
    Q_OBJECT
    QML_ANONYMOUS

public:
    explicit MemorySurface(QQuickItem* parent = nullptr);

    const MemoryView& view() const { return m_view; }
    const MemoryViewLayout& layout() const { return m_layout; }
    // The viewport of the timeline that it follows, or its own.
    Viewport viewport() const { return m_axis.viewport(size()); }

protected:
    // Updates everything that depends on the view; called after each event that moves it.
    virtual void refresh() = 0;
    virtual void click(QPointF at) = 0;
    virtual void doubleClick() = 0;

    // An allocation.
    std::optional<std::size_t> hit(QPointF at) const override {
        return m_layout.allocationAt(static_cast<float>(at.x()), static_cast<float>(at.y()));
    }
    // Requests a frame while the view moves.
    void requestFrame();

    void geometryChange(const QRectF& now, const QRectF& before) override;
    void resizeList() override;
    void itemChange(ItemChange change, const ItemChangeData& data) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void mouseUngrabEvent() override { m_pointer.cancelPress(); }
    void hoverEnterEvent(QHoverEvent* event) override { hoverMoveEvent(event); }
    void wheelEvent(QWheelEvent* event) override;

    MemoryView m_view;
    MemoryTimeAxis m_axis{m_view};
    MemoryPointer m_pointer;
    MemoryViewLayout m_layout;  // of the latest display list

private:
    QMetaObject::Connection m_frames;
};

}  // namespace gaplight::ui
