// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include <QElapsedTimer>
#include <QPointF>
#include <Qt>

#include "core/scene/interaction/range_pick.h"
#include "widgets/timeline/timeline_view.h"

class QWheelEvent;

namespace gaplight::ui {

// What the pointer does over the tracks. Click selects, or opens and closes at a triangle; drag
// over tracks selects a range over them, whose edges snap to slices unless Alt is held and at the
// edges of which the view follows, drag in the ruler one over all tracks; Ctrl+click on a name adds
// its track or takes it out; drag of an edge of the range moves that; Ctrl+drag zooms to what it
// covers; Shift+drag, middle drag and a drag while Space is held move the view; a name that is
// dragged takes its track or group to another place, the lower edge of pinned tracks their
// height. Wheel
// scrolls, Shift+wheel moves in time, Ctrl+wheel zooms at the pointer.
class PointerGestures {
public:
    explicit PointerGestures(TimelineView& view) : m_view(view) {}

    void press(QPointF at, Qt::MouseButton button, Qt::KeyboardModifiers modifiers);
    void move(QPointF at, Qt::KeyboardModifiers modifiers);
    // True if a range has been selected.
    bool release(QPointF at, Qt::KeyboardModifiers modifiers);
    void doubleClick(QPointF at);
    void cancel();
    // While it is held every drag moves the view.
    void setPanKeyHeld(bool held) { m_panKeyHeld = held; }
    // While a range is dragged beyond an edge of the tracks, the view follows, the faster the
    // farther; called for every frame. True if the view has moved.
    bool scrollAtEdge();
    [[nodiscard]] bool followsEdge() const { return m_sinceScroll.isValid(); }
    // Whose flag a release here clicks; -1: that of none, so that none is edited any more. Empty
    // if it ends a drag.
    [[nodiscard]] std::optional<int> noteClicked(QPointF at) const;

    void hover(QPointF at);
    // What lies under a resting pointer changes with the view.
    void refreshHover();
    void leave();
    void wheel(const QWheelEvent& event);

    // Where the pointer is, while it is over the item.
    [[nodiscard]] std::optional<QPointF> pointer() const { return m_pointer; }
    [[nodiscard]] Qt::CursorShape cursor() const;

private:
    enum class Gesture { None, Pressed, SelectRange, Pan, MoveTrack, ResizePinned };

    [[nodiscard]] Hit hit(QPointF at) const;
    [[nodiscard]] RangeEdge edgeAt(QPointF at) const;
    // On the lower edge of the tracks that the user pinned.
    [[nodiscard]] bool isOnPinnedEdge(QPointF at) const;
    void resizePinned(double y);
    void zoomToRange();
    // True if a range has been selected.
    bool click(QPointF at, Qt::KeyboardModifiers modifiers);
    void pick(const Hit& found);
    void beginRange(Qt::KeyboardModifiers modifiers);
    void dragRange(QPointF at, Qt::KeyboardModifiers modifiers);
    [[nodiscard]] Time edgeTime(QPointF at, Qt::KeyboardModifiers modifiers) const;
    // Where the track whose name was pressed would go from here.
    struct Drop {
        std::size_t neighbour = 0;
        bool behind = false;
    };
    [[nodiscard]] std::optional<Drop> dropAt(QPointF at) const;
    void showDrop(const std::optional<Drop>& drop);

    TimelineView& m_view;
    Gesture m_gesture = Gesture::None;
    QPointF m_pressedAt;
    QPointF m_last;
    Qt::KeyboardModifiers m_modifiers;  // of the last move
    QElapsedTimer m_sinceScroll;        // at an edge; invalid while it rests
    std::size_t m_pressedBand = 0;      // where the range begins
    Time m_fixedEdge;                   // of the range that is dragged
    RangeEdge m_pressedEdge = RangeEdge::None;
    bool m_pressedPinnedEdge = false;
    bool m_panKeyHeld = false;
    std::vector<TrackId> m_tracks;  // of the range whose edge is dragged
    std::optional<QPointF> m_pointer;
};

}  // namespace gaplight::ui
