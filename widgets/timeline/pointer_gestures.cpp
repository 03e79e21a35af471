// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/timeline/pointer_gestures.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <QStringList>
#include <QWheelEvent>

#include "core/scene/interaction/play_handle.h"
#include "core/scene/interaction/range_pick.h"
#include "core/scene/layout/track_arrangement.h"
#include "core/scene/timeline/view_scenes.h"
#include "widgets/timeline/timeline_actions.h"
#include "widgets/timeline/timeline_navigation.h"
#include "widgets/timeline/view_text.h"

namespace gaplight::ui {
namespace {

std::optional<TimeRange> selectedTimes(const TimelineView& view) {
    const TimelineState& state = view.state();
    if (state.selectedRange) {
        return state.selectedRange;
    }
    return state.selected.isValid()
               ? std::optional(view.model().trace->slices().range(state.selected))
               : std::nullopt;
}

// Fills the view with the times of the cursors; one alone is brought into the view.
void showCursors(TimelineView& view) {
    const auto& [a, b] = view.state().cursors;
    if (!a && !b) {
        return;
    }
    const auto [first, second] = std::pair(a ? *a : *b, b ? *b : *a);
    const TimeRange range{std::min(first, second), std::max(first, second)};
    view.animateTo(range.begin == range.end ? revealing(view.target(), range, view.limits())
                                            : fitted(view.target(), range, view.limits(), 0.1));
}

}  // namespace

void TimelineView::setCursor(std::size_t cursor, std::optional<Time> time) {
    if (!hasTrace()) {
        return;
    }
    const TimeRange all = limits().range;
    m_selection.setCursor(
        cursor, time ? std::optional(std::clamp(*time, all.begin, all.end)) : std::nullopt);
    changed();
}

void placeCursor(TimelineView& view, std::size_t cursor, std::optional<QPointF> at) {
    if (!view.hasTrace()) {
        return;
    }
    if (at) {
        view.setCursor(cursor, snappedTime(view.input(), static_cast<float>(at->x()),
                                           static_cast<float>(at->y())));
    } else if (const auto selected = selectedTimes(view)) {
        view.setCursor(cursor, cursor == 0 ? selected->begin : selected->end);
    } else {
        view.setCursor(cursor, view.target().begin + view.target().range().length() / 2);
    }
}

bool performCursorAction(TimelineView& view, Action action, std::optional<QPointF> at) {
    switch (action) {
        case Action::PlaceCursorA:
            placeCursor(view, 0, at);
            return true;
        case Action::PlaceCursorB:
            placeCursor(view, 1, at);
            return true;
        case Action::ShowCursors:
            showCursors(view);
            return true;
        case Action::RemoveCursors:
            view.setCursor(0, std::nullopt);
            view.setCursor(1, std::nullopt);
            return true;
        default:
            return false;
    }
}

QString cursorStatus(const TimelineView& view) {
    QStringList parts;
    const auto& [a, b] = view.state().cursors;
    if (a) {
        parts << QStringLiteral("A ") + clockText(view, *a);
    }
    if (b) {
        parts << QStringLiteral("B ") + clockText(view, *b);
    }
    if (const auto difference = cursorDifference(view.state())) {
        parts << QStringLiteral("B − A ") + lengthText(view, *difference);
    }
    return parts.join(QStringLiteral(" · "));
}

std::size_t TrackDrag::laneAt(double y) const {
    return m_view.hitAt(static_cast<float>(m_beganAt.x()), static_cast<float>(y)).lane;
}

std::optional<TrackDrag::Target> TrackDrag::targetAt(double y) const {
    const auto lanes = m_view.layout().lanes();
    const std::size_t from = laneAt(m_beganAt.y());
    const std::size_t to = laneAt(y);
    if (from >= lanes.size() || to >= lanes.size() || lanes[from].pinned || lanes[to].pinned) {
        return std::nullopt;
    }
    const Lane& moved = lanes[from];
    const Lane& beside = lanes[to];
    const bool isGroup = moved.kind == LaneKind::GroupHeader;
    const bool fits =
        isGroup ? beside.group != moved.group
                : beside.group == moved.group && to != from && beside.kind != LaneKind::GroupHeader;
    return fits ? std::optional(Target{to, beside.y > moved.y}) : std::nullopt;
}

void TrackDrag::dragTo(double y) {
    const std::optional<Target> target = targetAt(y);
    if (!target) {
        return m_view.setDropY(std::nullopt);
    }
    const Lane& beside = m_view.layout().lanes()[target->neighbor];
    m_view.setDropY(beside.y + (target->isBehind ? static_cast<double>(beside.height) : 0));
}

void TrackDrag::dropAt(double y) {
    if (const std::optional<Target> target = targetAt(y)) {
        const std::size_t moved = laneAt(m_beganAt.y());
        m_view.changeTracks(
            [&](TrackLayout& tracks) { tracks.move(moved, target->neighbor, target->isBehind); });
    }
}

namespace {

// Speed of scrolling, in pixels per second.
constexpr double kSpeedPerPixel = 12;  // for each pixel beyond the edge
constexpr double kMinSpeed = 90;
constexpr double kMaxSpeed = 2400;
constexpr double kMaxScrollStep = 0.05;  // seconds

}  // namespace

void RangeDrag::begin(QPointF at, RangeEdge edge, Qt::KeyboardModifiers modifiers) {
    m_beganAt = m_last = at;
    m_modifiers = modifiers;
    const auto& range = m_view.state().selectedRange;
    m_edge = range ? edge : RangeEdge::None;
    if (m_edge != RangeEdge::None) {
        m_fixedEnd = m_edge == RangeEdge::Begin ? range->end : range->begin;
        m_tracks = m_view.state().selectedTracks;
    } else {
        m_fixedEnd = timeAt(at, modifiers);
        m_firstLane = laneForRange(m_view.input(), static_cast<float>(at.y()));
    }
}

void RangeDrag::dragTo(QPointF at, Qt::KeyboardModifiers modifiers) {
    m_last = at;
    m_modifiers = modifiers;
    at.setY(std::min<double>(at.y(), m_view.viewport().height - 1));
    const auto [begin, end] = std::minmax({m_fixedEnd, timeAt(at, modifiers)});
    m_view.selectRange(TimeRange{begin, end},
                       m_edge == RangeEdge::None
                           ? tracksFrom(m_view.input(), m_firstLane, static_cast<float>(at.y()))
                           : m_tracks);
}

bool RangeDrag::scrollAtEdge() {
    const Viewport before = m_view.viewport();
    const auto beyond = [](double at, double low, double high) {
        return at < low ? at - low : std::max(0.0, at - high);
    };
    const bool isOverTracks = m_edge == RangeEdge::None && m_beganAt.y() > Viewport::kRulerHeight;
    const double dx = beyond(m_last.x(), before.timeLeft(), before.width - 1);
    const double dy = isOverTracks ? beyond(m_last.y(), before.tracksTop(), before.height - 1) : 0;
    if (dx == 0 && dy == 0) {
        stopScrolling();
        return false;
    }
    const double seconds =
        m_sinceScroll.isValid()
            ? std::min(static_cast<double>(m_sinceScroll.elapsed()) / 1000, kMaxScrollStep)
            : 0;
    m_sinceScroll.start();
    const auto step = [seconds](double distance) {
        const double speed = std::clamp(std::abs(distance) * kSpeedPerPixel, kMinSpeed, kMaxSpeed);
        return distance == 0 ? 0 : std::copysign(std::max(1.0, speed * seconds), distance);
    };
    m_view.dragBy(-step(dx), -step(dy));
    dragTo(m_last, m_modifiers);
    const Viewport& now = m_view.viewport();
    return now.begin != before.begin || now.scrollY != before.scrollY;
}

Time RangeDrag::timeAt(QPointF at, Qt::KeyboardModifiers modifiers) const {
    const Viewport& view = m_view.viewport();
    const double x = std::clamp<double>(at.x(), view.timeLeft(), view.width);
    return modifiers.testFlag(Qt::AltModifier)
               ? view.timeAt(x)
               : snappedTime(m_view.input(), static_cast<float>(x), static_cast<float>(at.y()));
}

namespace {

constexpr double kDragDistance = 4;  // pixels before a press becomes a drag
constexpr double kNotch = 120;       // angle delta of one step of a wheel
constexpr double kNotchPixels = 57;  // three rows
constexpr double kZoomPerNotch = 1.25;
constexpr double kPinnedEdge = 3;        // pixels at both sides of it
constexpr double kNamesEdge = 4;         // pixels left of it
constexpr double kMinTracksHeight = 60;  // pixels left below the pinned tracks

// Makes the finding of an overlay the current one, if it has one.
void pickFinding(TimelineView& view, const Overlay& overlay) {
    if (overlay.source.finding >= 0) {
        view.setCurrentFinding({overlay.source.finding, overlay.source.occurrence});
    }
}

void toggleRowLimit(TimelineView& view, std::size_t lane) {
    view.changeTracks(
        [lane](TrackLayout& tracks) { tracks.setShowsAllRows(lane, tracks.foldedRows(lane) > 0); });
}

}  // namespace

Hit PointerGestures::hit(QPointF at) const {
    return m_view.hitAt(static_cast<float>(at.x()), static_cast<float>(at.y()));
}

void PointerGestures::press(QPointF at, Qt::MouseButton button, Qt::KeyboardModifiers modifiers) {
    m_pressedAt = m_last = at;
    m_pressedEdge = edgeAt(at);
    m_pressedCursor = cursorAt(at);
    m_pressedEnd = modifiers.testFlag(Qt::ControlModifier) ? endAt(at) : std::nullopt;
    m_pressedPinnedEdge = isOnPinnedEdge(at);
    m_pressedNamesEdge = isOnNamesEdge(at);
    const bool isPan =
        button == Qt::MiddleButton || modifiers.testFlag(Qt::ShiftModifier) || m_panKeyHeld;
    m_gesture = isPan ? Gesture::Pan : Gesture::Pressed;
}

void PointerGestures::move(QPointF at, Qt::KeyboardModifiers modifiers) {
    m_pointer = at;
    if (m_gesture == Gesture::Pressed && (at - m_pressedAt).manhattanLength() >= kDragDistance) {
        m_gesture = dragGesture();
        if (m_gesture == Gesture::SelectRange) {
            m_range.begin(m_pressedAt, m_pressedEdge, modifiers);
        } else if (m_gesture == Gesture::MoveTrack) {
            m_track.begin(m_pressedAt);
        }
    }
    if (m_gesture == Gesture::Pan) {
        m_view.dragBy(at.x() - m_last.x(), at.y() - m_last.y());
    } else if (m_gesture == Gesture::ResizePinned) {
        resizePinned(at.y());
    } else if (m_gesture == Gesture::ResizeNames) {
        const double half = static_cast<double>(m_view.viewport().width) / 2;
        m_view.setNamesWidth(static_cast<float>(std::min(at.x(), half)));
    } else if (m_gesture == Gesture::MoveTrack) {
        m_track.dragTo(at.y());
    } else if (m_gesture == Gesture::MoveCursor) {
        moveCursor(at, modifiers);
    } else if (m_gesture == Gesture::Play) {
        playTo(at);
    } else if (m_gesture == Gesture::SelectRange) {
        m_range.dragTo(at, modifiers);
    }
    m_last = at;
}

bool PointerGestures::scrollAtEdge() {
    if (m_gesture != Gesture::SelectRange) {
        m_range.stopScrolling();
        return false;
    }
    return m_range.scrollAtEdge();
}

RangeEdge PointerGestures::edgeAt(QPointF at) const {
    return m_view.hasTrace()
               ? rangeEdgeAt(m_view.input(), static_cast<float>(at.x()), static_cast<float>(at.y()))
               : RangeEdge::None;
}

bool PointerGestures::release(QPointF at, Qt::KeyboardModifiers modifiers) {
    bool hasRange = m_gesture == Gesture::SelectRange;
    if (m_gesture == Gesture::Pressed) {
        hasRange = click(at, modifiers);
    } else if (hasRange) {
        m_range.dragTo(at, modifiers);
        if (modifiers.testFlag(Qt::ControlModifier) && m_pressedEdge == RangeEdge::None) {
            zoomToRange();
            hasRange = false;
        }
    } else if (m_gesture == Gesture::MoveTrack) {
        m_track.dropAt(at.y());
    } else if (m_gesture == Gesture::ResizeNames) {
        saveNamesWidth(m_view.namesWidth());
    } else if (m_gesture == Gesture::Play) {
        PlayedEnd played = *m_view.state().played;
        played.phase = PlayedEnd::Phase::Dropped;
        m_view.setPlayed(std::move(played));
        m_gesture = Gesture::None;
    }
    cancel();
    return hasRange;
}

void PointerGestures::zoomToRange() {
    const TimeRange range = *m_view.state().selectedRange;
    m_view.selectRange(std::nullopt);
    if (range.begin < range.end) {
        m_view.animateTo(fitted(m_view.target(), range, m_view.limits(), 0));
    }
}

bool PointerGestures::isOnPinnedEdge(QPointF at) const {
    return m_view.hasTrace() && !m_view.layout().pinnedTracks().empty() &&
           std::abs(at.y() - static_cast<double>(m_view.viewport().tracksTop())) <= kPinnedEdge;
}

bool PointerGestures::isOnNamesEdge(QPointF at) const {
    const double right = at.x() - static_cast<double>(m_view.viewport().timeLeft());
    return m_view.hasTrace() && right >= -kNamesEdge && right <= 1;
}

void PointerGestures::resizePinned(double y) {
    const Viewport& view = m_view.viewport();
    const double lowest = view.height - kMinTracksHeight;
    const auto height = static_cast<float>(std::min(y, lowest)) - Viewport::kRulerHeight -
                        m_view.layout().stripsHeight();
    const std::uint16_t rows = pinnedRowsWithin(m_view.layout(), height);
    m_view.changeTracks([rows](TrackLayout& tracks) { tracks.setMaxPinnedRows(rows); });
}

void PointerGestures::cancel() {
    if (m_gesture == Gesture::MoveTrack) {
        m_track.end();
    }
    if (m_gesture == Gesture::Play) {
        m_view.setPlayed(std::nullopt);
    }
    m_range.stopScrolling();
    m_gesture = Gesture::None;
}

std::optional<int> PointerGestures::noteClicked(QPointF at) const {
    return m_gesture == Gesture::Pressed ? std::optional(hit(at).note) : std::nullopt;
}

bool PointerGestures::click(QPointF at, Qt::KeyboardModifiers modifiers) {
    const Hit found = hit(at);
    if (found.kind == HitKind::Name && modifiers.testFlag(Qt::ControlModifier)) {
        m_view.toggleInRange(found.lane);
        return m_view.state().selectedRange.has_value();
    }
    pick(found);
    return found.gap.has_value() || found.kind == HitKind::Span;
}

void PointerGestures::pick(const Hit& found) {
    // A copy: a change of the current finding replaces the table.
    const Overlay mark =
        found.overlay.isValid() ? (*m_view.model().overlays)[found.overlay] : Overlay{};
    switch (found.kind) {
        case HitKind::Triangle:
            m_view.toggle(found.lane);
            return;
        case HitKind::RowLimit:
            toggleRowLimit(m_view, found.lane);
            return;
        case HitKind::Slice:
            if (found.isFolded) {
                return goToSlice(m_view, found.slice);
            }
            m_view.selectRange(std::nullopt);
            m_view.select(found.slice);
            return;
        case HitKind::Overlay:
            m_view.select(SliceId());
            m_view.selectRange(mark.range);
            pickFinding(m_view, mark);
            return;
        case HitKind::Span:
            m_view.deselect();
            m_view.selectRange(m_view.model().hitTracks[*found.hitTrack]->spans[found.span].range);
            return;
        case HitKind::Nothing:
        case HitKind::Ruler:
        case HitKind::Instant:
        case HitKind::Lane:
            m_view.deselect();
            m_view.selectRange(found.gap);
            return;
        case HitKind::Name:
        case HitKind::Note:
        case HitKind::Cursor:
            return;
    }
}

void PointerGestures::doubleClick(QPointF at) {
    const Hit found = hit(at);
    if (isOnNamesEdge(at)) {
        resetNamesWidth(m_view);
    } else if (isOnPinnedEdge(at)) {
        m_view.changeTracks([](TrackLayout& tracks) { tracks.setMaxPinnedRows(0); });
    } else if (found.kind == HitKind::Slice || found.kind == HitKind::Overlay ||
               found.kind == HitKind::Span) {
        focusSelection(m_view);
    }
    m_gesture = Gesture::None;
}

void PointerGestures::hover(QPointF at) {
    m_pointer = at;
    refreshHover();
}

void PointerGestures::refreshHover() {
    if (!m_pointer || m_gesture != Gesture::None || !m_view.hasTrace() ||
        (m_hoverRevision == m_view.revision() && m_hoverAt == *m_pointer)) {
        return;
    }
    m_view.hover(hit(*m_pointer));
    m_view.setPlayed(endAt(*m_pointer));
    m_hoverAt = *m_pointer;
    m_hoverRevision = m_view.revision();
}

void PointerGestures::wheel(const QWheelEvent& event, QPointF at) {
    // Some platforms turn Shift or Alt + wheel into a horizontal one themselves.
    const QPoint angle = event.angleDelta();
    const int along = angle.y() != 0 ? angle.y() : angle.x();
    if (event.modifiers().testFlag(Qt::ControlModifier)) {
        m_view.zoomAt(at.x(), std::pow(kZoomPerNotch, along / kNotch));
        return;
    }
    // A touchpad sends pixels with momentum; notches of a wheel are animated.
    if (!event.pixelDelta().isNull()) {
        m_view.dragBy(event.pixelDelta().x(), event.pixelDelta().y());
    } else if (event.modifiers().testFlag(Qt::ShiftModifier)) {
        m_view.scrollBy(along / kNotch * kNotchPixels * 2, 0);
    } else {
        m_view.scrollBy(angle.x() / kNotch * kNotchPixels, angle.y() / kNotch * kNotchPixels);
    }
}

// What a drag from a point does, and the pointer's shape that says so.

PointerGestures::Gesture PointerGestures::dragGesture() const {
    if (m_pressedCursor >= 0) {
        return Gesture::MoveCursor;
    }
    const bool isOverNames = m_pressedAt.x() < m_view.viewport().timeLeft();
    return m_pressedNamesEdge    ? Gesture::ResizeNames
           : m_pressedEnd        ? Gesture::Play
           : m_pressedPinnedEdge ? Gesture::ResizePinned
           : isOverNames         ? Gesture::MoveTrack
                                 : Gesture::SelectRange;
}

std::optional<PlayedEnd> PointerGestures::endAt(QPointF at) const {
    return m_view.hasTrace() ? playHandleAt(m_view.input(), static_cast<float>(at.x()),
                                            static_cast<float>(at.y()))
                             : std::nullopt;
}

// What the replay said of the place before stays beside the handle until it has said it of this
// one.
void PointerGestures::playTo(QPointF at) {
    PlayedEnd played = playDraggedTo(m_view.input(), *m_pressedEnd, static_cast<float>(at.x()));
    const std::optional<PlayedEnd>& before = m_view.state().played;
    played.text = before ? before->text : std::string();
    m_view.setPlayed(std::move(played));
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
        case Gesture::Play:
            return Qt::SplitHCursor;
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
    if (m_view.state().played) {
        return Qt::SplitHCursor;
    }
    return m_pointer && isOnPinnedEdge(*m_pointer) ? Qt::SizeVerCursor : Qt::ArrowCursor;
}

}  // namespace gaplight::ui
