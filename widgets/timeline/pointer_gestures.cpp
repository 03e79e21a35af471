// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/timeline/pointer_gestures.h"

#include <algorithm>
#include <cmath>

#include <QWheelEvent>

#include "core/scene/layout/track_pinning.h"
#include "widgets/timeline/timeline_navigation.h"
#include "widgets/timeline/timeline_settings.h"

namespace gaplight::ui {
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
    view.changeTracks([lane](TrackLayout& tracks) {
        tracks.setShowsAllRows(lane, !tracks.lanes()[lane].showsAllRows);
    });
}

}  // namespace

Hit PointerGestures::hit(QPointF at) const {
    return m_view.hitAt(static_cast<float>(at.x()), static_cast<float>(at.y()));
}

void PointerGestures::press(QPointF at, Qt::MouseButton button, Qt::KeyboardModifiers modifiers) {
    m_pressedAt = m_last = at;
    m_pressedEdge = edgeAt(at);
    m_pressedCursor = cursorAt(at);
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
    return found.gap.has_value();
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
            m_view.selectRange(std::nullopt);
            m_view.select(found.slice);
            pickFinding(m_view, mark);
            return;
        case HitKind::Overlay:
            m_view.select(SliceId());
            m_view.selectRange(mark.range);
            pickFinding(m_view, mark);
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
    if (found.kind == HitKind::Slice || found.kind == HitKind::Overlay) {
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
    m_hoverAt = *m_pointer;
    m_hoverRevision = m_view.revision();
}

void PointerGestures::wheel(const QWheelEvent& event) {
    // Some platforms turn Shift or Alt + wheel into a horizontal one themselves.
    const QPoint angle = event.angleDelta();
    const int along = angle.y() != 0 ? angle.y() : angle.x();
    if (event.modifiers().testFlag(Qt::ControlModifier)) {
        m_view.zoomAt(event.position().x(), std::pow(kZoomPerNotch, along / kNotch));
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

}  // namespace gaplight::ui
