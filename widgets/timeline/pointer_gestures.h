// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include <QElapsedTimer>
#include <QPointF>
#include <QString>
#include <Qt>

#include "core/scene/interaction/range_pick.h"
#include "widgets/input/action.h"
#include "widgets/timeline/timeline_view.h"

class QWheelEvent;

namespace gaplight::ui {

// Sets cursor A (0) or B (1) of a timeline to the time at a point of it, snapped to slices as a
// range is. Without a point: A to the start and B to the end of the selected range or slice, else
// to the middle of the view.
void placeCursor(TimelineView& view, std::size_t cursor, std::optional<QPointF> at);

// Performs an action about cursors; `at`: position of the pointer over the tracks or the ruler.
// False for other actions.
bool performCursorAction(TimelineView& view, Action action, std::optional<QPointF> at);

// "A 12.345 ms · B 14.1 ms · B − A 1.755 ms": the cursors that are set, with as many digits as a
// device pixel stands for; empty for none.
[[nodiscard]] QString cursorStatus(const TimelineView& view);

// A drag of a name, which moves its track within its group, or its group.
class TrackDrag {
public:
    explicit TrackDrag(TimelineView& view) : m_view(view) {}

    // `at`: on the name.
    void begin(QPointF at) { m_beganAt = at; }
    // Shows the place that the track would move to.
    void dragTo(double y);
    // Moves the track there; no effect where it cannot be moved to.
    void dropAt(double y);
    // Hides the place; call it after every drag.
    void end() { m_view.setDropY(std::nullopt); }

private:
    struct Target {
        std::size_t neighbor = 0;  // lane
        bool isBehind = false;
    };
    std::size_t laneAt(double y) const;
    // Empty if the track cannot be moved to `y`.
    std::optional<Target> targetAt(double y) const;

    TimelineView& m_view;
    QPointF m_beganAt;
};

// A drag that selects a range of time over tracks, or moves an edge of the selected range. Edges
// snap to slices unless Alt is held. Beyond an edge of the tracks the view scrolls, the faster the
// farther the pointer is.
class RangeDrag {
public:
    explicit RangeDrag(TimelineView& view) : m_view(view) {}

    // `edge`: the edge of the selected range that is moved; None: a new range.
    void begin(QPointF at, RangeEdge edge, Qt::KeyboardModifiers modifiers);
    void dragTo(QPointF at, Qt::KeyboardModifiers modifiers);
    // Call it in every frame of the drag. True if the view has scrolled.
    bool scrollAtEdge();
    void stopScrolling() { m_sinceScroll.invalidate(); }
    bool isScrolling() const { return m_sinceScroll.isValid(); }

private:
    Time timeAt(QPointF at, Qt::KeyboardModifiers modifiers) const;

    TimelineView& m_view;
    RangeEdge m_edge = RangeEdge::None;
    QPointF m_beganAt;
    QPointF m_last;
    Qt::KeyboardModifiers m_modifiers;  // at m_last
    Time m_fixedEnd;                    // the end of the range that stays
    std::size_t m_firstLane = 0;        // of a new range
    std::vector<TrackId> m_tracks;      // of the range whose edge is moved
    QElapsedTimer m_sinceScroll;        // since the last scroll step; invalid while not scrolling
};

// Mouse and wheel input of the timeline:
// - click: selects; on a triangle collapses or expands
// - drag over tracks: selects a range over them (RangeDrag); in the ruler: over all tracks
// - Ctrl+click on a name: adds its track to the range, or removes it
// - drag of an edge of the range: moves the edge
// - drag of the flag of a cursor: moves the cursor, which snaps to slices unless Alt is held
// - Ctrl+drag of the end of a slice or gap: plays it shorter or longer (play_handle.h), else zooms
// to
//   the range
// - Shift+drag, middle drag, drag while Space is held: moves the view
// - drag of a name: moves its track or group (TrackDrag)
// - drag of the lower edge of pinned tracks: changes their height
// - drag of the border of the names column: changes its width
// - double click on one of both borders: gives it its first place again
// - wheel: scrolls; Shift+wheel: moves in time; Ctrl+wheel: zooms at the pointer
class PointerGestures {
public:
    explicit PointerGestures(TimelineView& view) : m_view(view) {}

    void press(QPointF at, Qt::MouseButton button, Qt::KeyboardModifiers modifiers);
    void move(QPointF at, Qt::KeyboardModifiers modifiers);
    // True if a range has been selected.
    bool release(QPointF at, Qt::KeyboardModifiers modifiers);
    void doubleClick(QPointF at);
    void cancel();
    // Whether the end of a slice or gap is dragged.
    bool isPlaying() const { return m_gesture == Gesture::Play; }
    // While the key is held, every drag moves the view.
    void setPanKeyHeld(bool held) { m_panKeyHeld = held; }
    // RangeDrag::scrollAtEdge() while a range is dragged.
    bool scrollAtEdge();
    bool isScrolling() const { return m_range.isScrolling(); }
    // The note whose flag a release at `at` clicks; -1: none, which ends editing a note. Empty if
    // the release ends a drag.
    std::optional<int> noteClicked(QPointF at) const;

    void hover(QPointF at);
    // Updates what is under the pointer; call it when the view has changed.
    void refreshHover();
    void leave() {
        m_pointer.reset();
        m_view.leave();
    }
    // `at`: where the event is, in the view.
    void wheel(const QWheelEvent& event, QPointF at);

    // Position of the pointer; empty while it is outside the item.
    std::optional<QPointF> pointer() const { return m_pointer; }
    Qt::CursorShape cursor() const;

private:
    enum class Gesture {
        None,
        Pressed,
        SelectRange,
        Pan,
        MoveTrack,
        MoveCursor,
        Play,
        ResizePinned,
        ResizeNames
    };

    Hit hit(QPointF at) const;
    RangeEdge edgeAt(QPointF at) const;
    // Whether `at` is on the lower edge of the tracks pinned by the user.
    bool isOnPinnedEdge(QPointF at) const;
    // Whether `at` is on the border of the names column.
    bool isOnNamesEdge(QPointF at) const;
    // The cursor whose flag is at a point; -1: none.
    int cursorAt(QPointF at) const { return m_view.hasTrace() ? hit(at).cursor : -1; }
    // The end of a slice or gap that can be dragged from a point.
    std::optional<PlayedEnd> endAt(QPointF at) const;
    void playTo(QPointF at);
    void moveCursor(QPointF at, Qt::KeyboardModifiers modifiers);
    // What a drag from the pressed point does.
    Gesture dragGesture() const;
    void resizePinned(double y);
    void zoomToRange();
    // True if a range has been selected.
    bool click(QPointF at, Qt::KeyboardModifiers modifiers);
    void pick(const Hit& found);

    TimelineView& m_view;
    Gesture m_gesture = Gesture::None;
    QPointF m_pressedAt;
    QPointF m_last;
    RangeDrag m_range{m_view};
    TrackDrag m_track{m_view};
    RangeEdge m_pressedEdge = RangeEdge::None;
    std::optional<PlayedEnd> m_pressedEnd;  // with Ctrl
    int m_pressedCursor = -1;
    bool m_pressedPinnedEdge = false;
    bool m_pressedNamesEdge = false;
    bool m_panKeyHeld = false;
    std::optional<QPointF> m_pointer;
    // What is there in that view is known: Qt Quick repeats hover events with each frame.
    QPointF m_hoverAt;
    std::optional<std::uint64_t> m_hoverRevision;
};

}  // namespace gaplight::ui
