// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/panels/overview_item.h"

#include <algorithm>
#include <cmath>

#include <QCursor>
#include <QMouseEvent>
#include <QWheelEvent>

namespace gaplight::ui {

OverviewItem::OverviewItem(QQuickItem* parent) : QQuickItem(parent) {
    setAcceptedMouseButtons(Qt::LeftButton);
    setAcceptHoverEvents(true);
    setClip(true);
}

OverviewItem::~OverviewItem() = default;

void OverviewItem::setTimeline(TimelineItem* timeline) {
    if (timeline == m_timeline) {
        return;
    }
    if (m_timeline) {
        m_timeline->disconnect(this);
    }
    m_timeline = timeline;
    if (m_timeline) {
        connect(m_timeline, &TimelineItem::viewChanged, this, &QQuickItem::polish);
    }
    polish();
    Q_EMIT timelineChanged();
}

bool OverviewItem::ready() const {
    return m_timeline && m_timeline->theme() != nullptr && m_timeline->view().hasTrace() &&
           width() > 0 && height() > 0;
}

OverviewInput OverviewItem::input() const {
    const TimelineView& view = m_timeline->view();
    return {view.model(), view.viewport(), view.state(), static_cast<float>(width()),
            static_cast<float>(height())};
}

OverviewHit OverviewItem::hit(QPointF at) const {
    return hitTestOverview(input(), static_cast<float>(at.x()), static_cast<float>(at.y()));
}

void OverviewItem::geometryChange(const QRectF& now, const QRectF& before) {
    QQuickItem::geometryChange(now, before);
    if (m_listView) {
        m_listView->item().setSize(size());
    }
    polish();
}

void OverviewItem::itemChange(ItemChange change, const ItemChangeData& data) {
    if (change == ItemSceneChange) {
        m_listView.reset();
        polish();
    }
    QQuickItem::itemChange(change, data);
}

void OverviewItem::updatePolish() {
    if (!ready()) {
        return;
    }
    if (!m_listView) {
        m_listView = createDisplayListView(*this);
        m_listView->item().setSize(size());
    }
    buildOverview(input(), m_timeline->measure(), m_list);
    m_listView->show(&m_list, m_timeline->theme()->theme());
}

void OverviewItem::mousePressEvent(QMouseEvent* event) {
    if (!ready()) {
        return;
    }
    const OverviewHit found = hit(event->position());
    const Viewport& view = m_timeline->view().viewport();
    if (found.kind == OverviewHitKind::Elsewhere) {
        m_drag = Drag{OverviewHitKind::Window, view.range().length() / 2};
        dragTo(found.time);
        return;
    }
    m_drag = Drag{found.kind, found.time - view.begin};
}

void OverviewItem::mouseMoveEvent(QMouseEvent* event) {
    if (m_drag && ready()) {
        dragTo(hit(event->position()).time);
    }
}

void OverviewItem::mouseReleaseEvent(QMouseEvent*) {
    m_drag.reset();
}

void OverviewItem::dragTo(Time time) {
    m_timeline->change([&](TimelineView& view) {
        const TimeRange shown = view.viewport().range();
        switch (m_drag->kind) {
            case OverviewHitKind::LeftHandle:
                return view.setRange({std::min(time, shown.end - Duration(1)), shown.end});
            case OverviewHitKind::RightHandle:
                return view.setRange({shown.begin, std::max(time, shown.begin + Duration(1))});
            default:
                return view.jumpTo(time - m_drag->grabbedAt);
        }
    });
}

void OverviewItem::hoverMoveEvent(QHoverEvent* event) {
    if (!ready()) {
        return;
    }
    const OverviewHitKind kind = hit(event->position()).kind;
    const bool handle = kind == OverviewHitKind::LeftHandle || kind == OverviewHitKind::RightHandle;
    setCursor(QCursor(handle ? Qt::SizeHorCursor : Qt::ArrowCursor));
}

void OverviewItem::wheelEvent(QWheelEvent* event) {
    if (ready()) {
        m_timeline->change([&](TimelineView& view) {
            const Viewport& shown = view.viewport();
            view.zoomAt(shown.x(hit(event->position()).time),
                        std::pow(1.25, event->angleDelta().y() / 120.0));
        });
    }
    event->accept();
}

}  // namespace gaplight::ui
