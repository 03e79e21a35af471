// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/timeline/pointer_gestures.h"

#include <algorithm>
#include <cmath>

#include <QWheelEvent>

#include "core/scene/layout/track_pinning.h"

namespace gaplight::ui {
namespace {

constexpr double kDragDistance = 4;  // pixels before a press becomes a drag
constexpr double kNotch = 120;       // angle delta of one step of a wheel
constexpr double kNotchPixels = 57;  // three rows
constexpr double kZoomPerNotch = 1.25;
constexpr double kPinnedEdge = 3;    // pixels at both sides of it
constexpr double kLeastTracks = 60;  // pixels below pinned tracks that are made higher
// Of the view that follows a range beyond an edge, in pixels a second.
constexpr double kSpeedPerPixel = 12;
constexpr double kSlowest = 90;
constexpr double kFastest = 2400;
constexpr double kLongestStep = 0.05;  // seconds

}  // namespace

Hit PointerGestures::hit(QPointF at) const {
    return m_view.hitAt(static_cast<float>(at.x()), static_cast<float>(at.y()));
}

void PointerGestures::press(QPointF at, Qt::MouseButton button, Qt::KeyboardModifiers modifiers) {
    m_pressedAt = m_last = at;
    m_pressedEdge = edgeAt(at);
    m_pressedPinnedEdge = isOnPinnedEdge(at);
    const bool pans =
        button == Qt::MiddleButton || modifiers.testFlag(Qt::ShiftModifier) || m_panKeyHeld;
    m_gesture = pans ? Gesture::Pan : Gesture::Pressed;
}

void PointerGestures::move(QPointF at, Qt::KeyboardModifiers modifiers) {
    m_pointer = at;
    m_modifiers = modifiers;
    if (m_gesture == Gesture::Pressed && (at - m_pressedAt).manhattanLength() >= kDragDistance) {
        const bool overNames = m_pressedAt.x() < m_view.viewport().timeLeft();
        m_gesture = m_pressedPinnedEdge ? Gesture::ResizePinned
                    : overNames         ? Gesture::MoveTrack
                                        : Gesture::SelectRange;
        if (m_gesture == Gesture::SelectRange) {
            beginRange(modifiers);
        }
    }
    if (m_gesture == Gesture::Pan) {
        m_view.dragBy(at.x() - m_last.x(), at.y() - m_last.y());
    } else if (m_gesture == Gesture::ResizePinned) {
        resizePinned(at.y());
    } else if (m_gesture == Gesture::MoveTrack) {
        showDrop(dropAt(at));
    } else if (m_gesture == Gesture::SelectRange) {
        dragRange(at, modifiers);
    }
    m_last = at;
}

// Of an edge that is dragged the other one stays, and so do the tracks.
void PointerGestures::beginRange(Qt::KeyboardModifiers modifiers) {
    const auto& range = m_view.state().selectedRange;
    if (m_pressedEdge != RangeEdge::None && range) {
        m_fixedEdge = m_pressedEdge == RangeEdge::Begin ? range->end : range->begin;
        m_tracks = m_view.state().selectedTracks;
    } else {
        m_fixedEdge = edgeTime(m_pressedAt, modifiers);
        m_pressedBand = bandForRange(m_view.input(), static_cast<float>(m_pressedAt.y()));
    }
}

bool PointerGestures::scrollAtEdge() {
    const Viewport before = m_view.viewport();
    const auto beyond = [](double at, double low, double high) {
        return at < low ? at - low : std::max(0.0, at - high);
    };
    const bool inTracks =
        m_pressedEdge == RangeEdge::None && m_pressedAt.y() > Viewport::kRulerHeight;
    const double dx = beyond(m_last.x(), before.timeLeft(), before.width - 1);
    const double dy = inTracks ? beyond(m_last.y(), before.tracksTop(), before.height - 1) : 0;
    if (m_gesture != Gesture::SelectRange || (dx == 0 && dy == 0)) {
        m_sinceScroll.invalidate();
        return false;
    }
    const double seconds =
        m_sinceScroll.isValid()
            ? std::min(static_cast<double>(m_sinceScroll.elapsed()) / 1000, kLongestStep)
            : 0;
    m_sinceScroll.start();
    const auto step = [seconds](double distance) {
        const double speed = std::clamp(std::abs(distance) * kSpeedPerPixel, kSlowest, kFastest);
        return distance == 0 ? 0 : std::copysign(std::max(1.0, speed * seconds), distance);
    };
    m_view.dragBy(-step(dx), -step(dy));
    dragRange(m_last, m_modifiers);
    const Viewport& now = m_view.viewport();
    return now.begin != before.begin || now.scrollY != before.scrollY;
}

void PointerGestures::dragRange(QPointF at, Qt::KeyboardModifiers modifiers) {
    at.setY(std::min<double>(at.y(), m_view.viewport().height - 1));
    const auto [begin, end] = std::minmax({m_fixedEdge, edgeTime(at, modifiers)});
    const bool isNew = m_pressedEdge == RangeEdge::None;
    m_view.selectRange(
        TimeRange{begin, end},
        isNew ? tracksFrom(m_view.input(), m_pressedBand, static_cast<float>(at.y())) : m_tracks);
}

Time PointerGestures::edgeTime(QPointF at, Qt::KeyboardModifiers modifiers) const {
    const Viewport& view = m_view.viewport();
    const double x = std::clamp<double>(at.x(), view.timeLeft(), view.width);
    return modifiers.testFlag(Qt::AltModifier)
               ? view.timeAt(x)
               : snappedTime(m_view.input(), static_cast<float>(x), static_cast<float>(at.y()));
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
        dragRange(at, modifiers);
        if (modifiers.testFlag(Qt::ControlModifier) && m_pressedEdge == RangeEdge::None) {
            zoomToRange();
            hasRange = false;
        }
    } else if (m_gesture == Gesture::MoveTrack) {
        if (const auto drop = dropAt(at)) {
            const std::size_t moved = hit(m_pressedAt).band;
            m_view.changeTracks(
                [&](TrackLayout& tracks) { tracks.move(moved, drop->neighbour, drop->behind); });
        }
    }
    cancel();
    return hasRange;
}

void PointerGestures::zoomToRange() {
    const TimeRange range = *m_view.state().selectedRange;
    m_view.selectRange(std::nullopt);
    if (range.begin < range.end) {
        m_view.travelTo(fitted(m_view.target(), range, m_view.limits(), 0));
    }
}

bool PointerGestures::isOnPinnedEdge(QPointF at) const {
    return m_view.hasTrace() && !m_view.layout().pinnedTracks().empty() &&
           std::abs(at.y() - static_cast<double>(m_view.viewport().tracksTop())) <= kPinnedEdge;
}

void PointerGestures::resizePinned(double y) {
    const Viewport& view = m_view.viewport();
    const double most = view.height - kLeastTracks;
    const auto height = static_cast<float>(std::min(y, most)) - Viewport::kRulerHeight -
                        m_view.layout().stripsHeight();
    const std::uint16_t rows = pinnedRowsWithin(m_view.layout(), height);
    m_view.changeTracks([rows](TrackLayout& tracks) { tracks.setMaxPinnedRows(rows); });
}

void PointerGestures::cancel() {
    if (m_gesture == Gesture::MoveTrack) {
        m_view.setDropY(std::nullopt);
    }
    m_gesture = Gesture::None;
}

std::optional<int> PointerGestures::noteClicked(QPointF at) const {
    return m_gesture == Gesture::Pressed ? std::optional(hit(at).note) : std::nullopt;
}

std::optional<PointerGestures::Drop> PointerGestures::dropAt(QPointF at) const {
    const auto bands = m_view.layout().bands();
    const Hit from = hit(m_pressedAt);
    const Hit to = hit({m_pressedAt.x(), at.y()});
    if (from.band >= bands.size() || to.band >= bands.size() || bands[from.band].pinned ||
        bands[to.band].pinned) {
        return std::nullopt;
    }
    const Band& moved = bands[from.band];
    const Band& beside = bands[to.band];
    const bool isGroup = moved.kind == BandKind::GroupHeader;
    const bool fits = isGroup ? beside.group != moved.group
                              : beside.group == moved.group && to.band != from.band &&
                                    beside.kind != BandKind::GroupHeader;
    return fits ? std::optional(Drop{to.band, beside.y > moved.y}) : std::nullopt;
}

void PointerGestures::showDrop(const std::optional<Drop>& drop) {
    if (!drop) {
        return m_view.setDropY(std::nullopt);
    }
    const Band& beside = m_view.layout().bands()[drop->neighbour];
    m_view.setDropY(beside.y + (drop->behind ? static_cast<double>(beside.height) : 0));
}

bool PointerGestures::click(QPointF at, Qt::KeyboardModifiers modifiers) {
    const Hit found = hit(at);
    if (found.kind == HitKind::Name && modifiers.testFlag(Qt::ControlModifier)) {
        m_view.toggleInRange(found.band);
        return m_view.state().selectedRange.has_value();
    }
    pick(found);
    return false;
}

void PointerGestures::pick(const Hit& found) {
    // A copy: another finding being current, the table is another one.
    const Overlay mark =
        found.overlay.isValid() ? (*m_view.model().overlays)[found.overlay] : Overlay{};
    switch (found.kind) {
        case HitKind::Triangle:
            m_view.toggle(found.band);
            return;
        case HitKind::Slice:
            m_view.selectRange(std::nullopt);
            m_view.select(found.slice);
            m_view.pickFinding(mark);
            return;
        case HitKind::Overlay:
            m_view.select(SliceId());
            m_view.selectRange(mark.range);
            m_view.pickFinding(mark);
            return;
        case HitKind::Nothing:
        case HitKind::Ruler:
        case HitKind::Instant:
        case HitKind::Band:
            m_view.deselect();
            return;
        case HitKind::Name:
        case HitKind::Note:
            return;
    }
}

void PointerGestures::doubleClick(QPointF at) {
    const Hit found = hit(at);
    if (found.kind == HitKind::Slice || found.kind == HitKind::Overlay) {
        m_view.focus();
    }
    m_gesture = Gesture::None;
}

void PointerGestures::hover(QPointF at) {
    m_pointer = at;
    refreshHover();
}

void PointerGestures::refreshHover() {
    if (m_pointer && m_gesture == Gesture::None && m_view.hasTrace()) {
        m_view.hover(hit(*m_pointer));
    }
}

void PointerGestures::leave() {
    m_pointer.reset();
    m_view.leave();
}

void PointerGestures::wheel(const QWheelEvent& event) {
    // Some platforms turn Shift or Alt + wheel into a horizontal one themselves.
    const QPoint angle = event.angleDelta();
    const int along = angle.y() != 0 ? angle.y() : angle.x();
    if (event.modifiers().testFlag(Qt::ControlModifier)) {
        m_view.zoomAt(event.position().x(), std::pow(kZoomPerNotch, along / kNotch));
        return;
    }
    // A touchpad gives pixels and has its own momentum; a wheel gives notches, which glide.
    if (!event.pixelDelta().isNull()) {
        m_view.dragBy(event.pixelDelta().x(), event.pixelDelta().y());
    } else if (event.modifiers().testFlag(Qt::ShiftModifier)) {
        m_view.glideBy(along / kNotch * kNotchPixels * 2, 0);
    } else {
        m_view.glideBy(angle.x() / kNotch * kNotchPixels, angle.y() / kNotch * kNotchPixels);
    }
}

Qt::CursorShape PointerGestures::cursor() const {
    switch (m_gesture) {
        case Gesture::Pan:
        case Gesture::MoveTrack:
            return Qt::ClosedHandCursor;
        case Gesture::SelectRange:
            return Qt::SizeHorCursor;
        case Gesture::ResizePinned:
            return Qt::SizeVerCursor;
        default:
            break;
    }
    if (m_panKeyHeld) {
        return Qt::OpenHandCursor;
    }
    if (m_pointer && edgeAt(*m_pointer) != RangeEdge::None) {
        return Qt::SizeHorCursor;
    }
    return m_pointer && isOnPinnedEdge(*m_pointer) ? Qt::SizeVerCursor : Qt::ArrowCursor;
}

}  // namespace gaplight::ui
