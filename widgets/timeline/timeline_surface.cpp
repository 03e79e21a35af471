// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/timeline/timeline_surface.h"

#include <QCursor>
#include <QMouseEvent>
#include <QQuickWindow>
#include <QWheelEvent>

#include "widgets/convert/qt_convert.h"

namespace gaplight::ui {

PickWatch::PickWatch(const TimelineView& view)
    : m_view(view),
      m_revision(view.selectionRevision()),
      m_slice(view.state().selected),
      m_range(view.state().selectedRange) {}

Picked PickWatch::picked() const {
    if (m_view.selectionRevision() == m_revision) {
        return Picked::Nothing;
    }
    const TimelineState& state = m_view.state();
    if (m_view.isAtFinding()) {
        return Picked::Finding;
    }
    if (state.selectedRange && state.selectedRange != m_range) {
        return Picked::Range;
    }
    return state.selected.isValid() && state.selected != m_slice ? Picked::Slice : Picked::Nothing;
}

TimelineSurface::TimelineSurface(QQuickItem* parent) : DisplayListItem(parent) {
    setAcceptedMouseButtons(Qt::LeftButton | Qt::MiddleButton | Qt::RightButton);
    setAcceptHoverEvents(true);
    setClip(true);
    setActiveFocusOnTab(true);
}

TimelineSurface::~TimelineSurface() = default;

void TimelineSurface::requestFrame() {
    if ((m_view.moving() || m_gestures.isScrolling()) && window() != nullptr) {
        window()->update();
    }
}

void TimelineSurface::notifyPicked(Picked picked) {
    switch (picked) {
        case Picked::Nothing:
            return;
        case Picked::Slice:
            return slicePicked();
        case Picked::Range:
            return rangePicked();
        case Picked::Finding:
            return findingPicked();
    }
}

void TimelineSurface::updateCursor() {
    setCursor(QCursor(m_gestures.cursor()));
}

void TimelineSurface::resizeList() {
    m_view.resize(listWidth(), listHeight(), listPixelRatio());
    refresh();
}

void TimelineSurface::geometryChange(const QRectF& now, const QRectF& before) {
    DisplayListItem::geometryChange(now, before);
    if (now.size() != before.size()) {
        resizeList();
    }
}

void TimelineSurface::itemChange(ItemChange change, const ItemChangeData& data) {
    if (change == ItemSceneChange) {
        disconnect(m_frames);
        if (data.window != nullptr) {
            m_frames = connect(data.window, &QQuickWindow::afterAnimating, this, [this] {
                const bool follows = m_gestures.scrollAtEdge();
                if (m_view.moving() || follows) {
                    m_view.advance();
                    refresh();
                }
            });
        }
    } else if (change == ItemDevicePixelRatioHasChanged) {
        resizeList();
    }
    DisplayListItem::itemChange(change, data);
}

void TimelineSurface::focusOutEvent(QFocusEvent* event) {
    m_gestures.setPanKeyHeld(false);
    DisplayListItem::focusOutEvent(event);
}

void TimelineSurface::handleHeldKey(QKeyEvent& event, bool isHeld) {
    event.setAccepted(event.key() == Qt::Key_Space);
    if (event.isAccepted() && !event.isAutoRepeat()) {
        m_gestures.setPanKeyHeld(isHeld);
        updateCursor();
    }
}

void TimelineSurface::mousePressEvent(QMouseEvent* event) {
    forceActiveFocus(Qt::MouseFocusReason);
    if (event->button() == Qt::RightButton) {
        return openMenu(toList(event->position()));
    }
    m_gestures.press(toList(event->position()), event->button(), event->modifiers());
    updateCursor();
}

void TimelineSurface::mouseMoveEvent(QMouseEvent* event) {
    m_gestures.move(toList(event->position()), event->modifiers());
    updateCursor();
    refresh();
}

void TimelineSurface::pickCounter(QPointF at) {
    const Hit found = m_view.hitAt(static_cast<float>(at.x()), static_cast<float>(at.y()));
    const bool isLane = found.kind == HitKind::Lane || found.kind == HitKind::Name;
    if (isLane && found.lane < m_view.layout().lanes().size()) {
        const Lane& lane = m_view.layout().lanes()[found.lane];
        if (lane.kind == LaneKind::Counter) {
            Q_EMIT counterPicked(toQString(m_view.model().counters[lane.counter].title()),
                                 ns(found.time));
        }
    }
}

void TimelineSurface::mouseReleaseEvent(QMouseEvent* event) {
    const PickWatch watch(m_view);
    if (event->button() == Qt::RightButton) {
        return;
    }
    if (const std::optional<int> note = m_gestures.noteClicked(toList(event->position()))) {
        pickNote(*note);
        pickCounter(toList(event->position()));
    }
    const bool hasRange = m_gestures.release(toList(event->position()), event->modifiers());
    updateCursor();
    refresh();
    notifyPicked(hasRange ? Picked::Range : watch.picked());
}

void TimelineSurface::mouseDoubleClickEvent(QMouseEvent* event) {
    m_gestures.doubleClick(toList(event->position()));
    refresh();
}

void TimelineSurface::mouseUngrabEvent() {
    m_gestures.cancel();
    updateCursor();
}

void TimelineSurface::hoverMoveEvent(QHoverEvent* event) {
    m_gestures.hover(toList(event->position()));
    updateCursor();
    refresh();
}

void TimelineSurface::hoverLeaveEvent(QHoverEvent*) {
    m_gestures.leave();
    refresh();
}

void TimelineSurface::wheelEvent(QWheelEvent* event) {
    m_gestures.wheel(*event, toList(event->position()));
    event->accept();
    refresh();
}

}  // namespace gaplight::ui
