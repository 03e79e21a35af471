// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include <QPointer>
#include <QQmlEngine>

#include "widgets/input/action.h"
#include "widgets/memory/memory_selection.h"
#include "widgets/memory/memory_view.h"
#include "widgets/render/display_list_item.h"
#include "widgets/render/qt_text_measure.h"
#include "widgets/timeline/timeline_item.h"

namespace gaplight::ui {

// Allocated memory over time, with its axes. Mouse and wheel:
// - click: chooses the moment and the allocation; double click: its lifetime fills the view
// - drag: moves the view; Ctrl+drag: zooms to the range
// - wheel: moves in bytes; Shift+wheel: in time; Ctrl+wheel: zooms in time; Ctrl+Shift+wheel: in
//   bytes
// With a timeline it has the time axis of that one, and moves it.
class MemoryItem : public DisplayListItem {
    Q_OBJECT
    QML_ELEMENT
    Q_PROPERTY(gaplight::ui::MemorySelection* selection READ selection WRITE setSelection NOTIFY
                   selectionChanged REQUIRED)
    Q_PROPERTY(
        gaplight::ui::TimelineItem* timeline READ timeline WRITE setTimeline NOTIFY timelineChanged)
    Q_PROPERTY(bool reducedMotion READ reducedMotion WRITE setReducedMotion NOTIFY viewportChanged)
    Q_PROPERTY(QString tipText READ tipText NOTIFY hoverChanged)
    Q_PROPERTY(QString hoverText READ hoverText NOTIFY hoverChanged)
    Q_PROPERTY(QPointF pointer READ pointer NOTIFY hoverChanged)
    Q_PROPERTY(QString zoomText READ zoomText NOTIFY viewportChanged)
    // Whether it has keyboard focus that was given by a key.
    Q_PROPERTY(bool visualFocus READ visualFocus NOTIFY visualFocusChanged)

public:
    explicit MemoryItem(QQuickItem* parent = nullptr);

    [[nodiscard]] MemorySelection* selection() const { return m_selection; }
    void setSelection(MemorySelection* selection);
    [[nodiscard]] TimelineItem* timeline() const { return m_timeline; }
    void setTimeline(TimelineItem* timeline);
    [[nodiscard]] bool reducedMotion() const { return m_view.reducedMotion(); }
    void setReducedMotion(bool reduced);
    [[nodiscard]] QString tipText() const;
    [[nodiscard]] QString hoverText() const;
    [[nodiscard]] QPointF pointer() const { return m_pointer.value_or(QPointF()); }
    [[nodiscard]] QString zoomText() const;
    [[nodiscard]] bool visualFocus() const { return m_visualFocus; }

    // Without a timeline: a key's action. False if it is none of its own.
    Q_INVOKABLE bool perform(gaplight::ui::Action action);

    // Shows a range from MemoryData::originNs() on.
    void setRange(Duration begin, Duration end);
    [[nodiscard]] const MemoryView& view() const { return m_view; }
    [[nodiscard]] const MemoryViewLayout& layout() const { return m_layout; }
    // The viewport of the timeline that it follows, or its own.
    [[nodiscard]] Viewport viewport() const;
    // What it is drawn from; it needs data.
    [[nodiscard]] MemoryViewInput input() const;

Q_SIGNALS:
    // By a key: focus the filter; go to the next or previous finding; export an image.
    void filterRequested();
    void exportRequested();
    void findingRequested(bool forward);
    void selectionChanged();
    void timelineChanged();
    void hoverChanged();
    void viewportChanged();
    void visualFocusChanged();

protected:
    void build(DisplayList& list) override;
    void geometryChange(const QRectF& now, const QRectF& before) override;
    void itemChange(ItemChange change, const ItemChangeData& data) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void mouseUngrabEvent() override { m_gesture = Gesture::None; }
    void hoverEnterEvent(QHoverEvent* event) override { hoverMoveEvent(event); }
    void hoverMoveEvent(QHoverEvent* event) override;
    void hoverLeaveEvent(QHoverEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;

private:
    enum class Gesture { None, Pressed, Pan, ZoomRange };

    // Moves the time axis, by a function of MemoryView and TimelineView.
    template <class Move>
    void moveTime(Move&& move) {
        if (m_timeline) {
            m_timeline->change([&](TimelineView& view) { move(view); });
        } else {
            move(m_view);
        }
        refresh();
    }
    [[nodiscard]] const LoadedMemory& data() const { return m_selection->memory().data(); }
    [[nodiscard]] bool hasData() const { return m_selection && data() != nullptr; }
    [[nodiscard]] std::optional<Moment> momentAt(double x) const;
    void followData();
    void followOrder();
    void reveal(qint64 beginNs, qint64 endNs);
    void focusSelected();
    void click(QPointF at);
    void zoomTo(double x0, double x1);
    // Requests frames while the view moves, and emits what has changed.
    void refresh();
    void setVisualFocus(bool focus) {
        if (focus != m_visualFocus) {
            m_visualFocus = focus;
            Q_EMIT visualFocusChanged();
        }
    }

    QPointer<MemorySelection> m_selection;
    QPointer<TimelineItem> m_timeline;
    MemoryView m_view;
    MemoryViewLayout m_layout;
    LoadedMemory m_shown;
    std::size_t m_shownDevice = 0;
    std::optional<QPointF> m_pointer;
    std::optional<std::uint32_t> m_hovered;
    Gesture m_gesture = Gesture::None;
    QPointF m_pressedAt;
    QPointF m_last;
    TextFaces m_faces;
    QtTextMeasure m_measure{m_faces};
    QMetaObject::Connection m_frames;
    bool m_visualFocus = false;
};

}  // namespace gaplight::ui
