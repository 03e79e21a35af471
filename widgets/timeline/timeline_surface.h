// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include <QQmlEngine>

#include "widgets/render/display_list_item.h"
#include "widgets/timeline/pointer_gestures.h"
#include "widgets/timeline/timeline_view.h"

namespace gaplight::ui {

// Kind of a new selection, which the details drawer then shows.
enum class Picked : std::uint8_t { Nothing, Slice, Range, Finding };

// Determines the kind of selection made between its construction and the call of picked().
class PickWatch {
public:
    // `view` must outlive it.
    explicit PickWatch(const TimelineView& view);

    // Finding: an overlay of a finding was selected, even one of the finding that was current
    // before. Range: a new range was selected, even if a slice was selected with it.
    Picked picked() const;

private:
    const TimelineView& m_view;
    std::uint64_t m_revision;
    SliceId m_slice;
    std::optional<TimeRange> m_range;
};

// The item of a TimelineView: passes mouse, wheel and Space to PointerGestures, advances
// animations with the frames of the window, and keeps size and pixel ratio of the view.
class TimelineSurface : public DisplayListItem {
    Q_OBJECT
    QML_ANONYMOUS

public:
    explicit TimelineSurface(QQuickItem* parent = nullptr);
    ~TimelineSurface() override;

    const TimelineView& view() const { return m_view; }

Q_SIGNALS:
    // A slice was selected by a click or a key.
    void slicePicked();
    // A range was selected by a drag or a key.
    void rangePicked();
    // An overlay was clicked; its finding is now the current one.
    void findingPicked();
    // A counter, or its name, was clicked at a time.
    void counterPicked(QString title, qint64 timeNs);

protected:
    // Updates everything that depends on the view; called after each event.
    virtual void refresh() = 0;
    // A right click.
    virtual void openMenu(QPointF at) = 0;
    // A click on the flag of a note; -1: on none.
    virtual void pickNote(int note) = 0;

    // Emits the signal of a new selection.
    void notifyPicked(Picked picked);
    // Requests a frame if the view is animated or scrolls.
    void requestFrame();

    void geometryChange(const QRectF& now, const QRectF& before) override;
    void itemChange(ItemChange change, const ItemChangeData& data) override;
    void focusOutEvent(QFocusEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void mouseUngrabEvent() override;
    void hoverEnterEvent(QHoverEvent* event) override { hoverMoveEvent(event); }
    void hoverMoveEvent(QHoverEvent* event) override;
    void hoverLeaveEvent(QHoverEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override { handleHeldKey(*event, true); }
    void keyReleaseEvent(QKeyEvent* event) override { handleHeldKey(*event, false); }

    TimelineView m_view;
    PointerGestures m_gestures{m_view};

private:
    void pickCounter(QPointF at);
    void handleHeldKey(QKeyEvent& event, bool isHeld);
    void resizeList() override;
    void updateCursor();

    QMetaObject::Connection m_frames;
};

}  // namespace gaplight::ui
