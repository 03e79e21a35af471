// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/panels/overview_item.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <QCursor>
#include <QMouseEvent>
#include <QWheelEvent>

#include "widgets/convert/qt_convert.h"

namespace gaplight::ui {
namespace {

constexpr double kDragDistance = 4;  // px before a press becomes a drag

}  // namespace

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
    m_groundTheme = nullptr;
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
    const double scale = m_timeline->textScale();
    return {view.model(),
            view.viewport(),
            view.state(),
            static_cast<float>(width() / scale),
            static_cast<float>(height() / scale),
            m_groundReplay.get(),
            view.sharedRange()};
}

OverviewHit OverviewItem::hit(QPointF at) const {
    at /= m_timeline->textScale();
    return hitTestOverview(input(), static_cast<float>(at.x()), static_cast<float>(at.y()));
}

void OverviewItem::geometryChange(const QRectF& now, const QRectF& before) {
    QQuickItem::geometryChange(now, before);
    for (const Layer* layer : {&m_ground, &m_window}) {
        if (layer->view) {
            layer->view->item().setSize(size());
        }
    }
    m_groundTheme = nullptr;
    polish();
}

void OverviewItem::itemChange(ItemChange change, const ItemChangeData& data) {
    if (change == ItemSceneChange) {
        m_ground.view.reset();
        m_window.view.reset();
        polish();
    }
    QQuickItem::itemChange(change, data);
}

// The later child is above.
void OverviewItem::createViews() {
    for (Layer* layer : {&m_ground, &m_window}) {
        layer->view = createDisplayListView(*this, m_scale);
        layer->view->item().setSize(size());
    }
    m_groundTheme = nullptr;
}

void OverviewItem::updatePolish() {
    if (!ready()) {
        return;
    }
    if (!m_ground.view || m_scale != m_timeline->textScale()) {
        m_scale = m_timeline->textScale();
        createViews();
    }
    const std::shared_ptr<const Theme> theme = m_timeline->theme()->theme();
    const std::uint64_t revision = m_timeline->view().contentRevision();
    std::shared_ptr<const ReplayIntervals> replay = m_timeline->replay();
    if (m_groundTheme != theme || m_groundRevision != revision || m_groundReplay != replay) {
        m_groundReplay = std::move(replay);
        m_groundTheme = theme;
        m_groundRevision = revision;
        buildOverviewGround(input(), m_ground.list);
        m_ground.view->show(&m_ground.list, theme);
    }
    buildOverviewWindow(input(), m_window.list);
    m_window.view->show(&m_window.list, theme);
}

void OverviewItem::mousePressEvent(QMouseEvent* event) {
    if (!ready()) {
        return;
    }
    const OverviewHit found = hit(event->position());
    const TimeRange shown = m_timeline->view().viewport().range();
    const TimeRange all = m_timeline->view().model().trace->range();
    // The window of a whole trace cannot be moved.
    const bool isWhole = shown.begin <= all.begin && all.end <= shown.end;
    const bool isNew = found.kind == OverviewHitKind::Window && isWhole;
    m_drag = Drag{isNew ? OverviewHitKind::Elsewhere : found.kind, found.time - shown.begin,
                  found.time, event->position(), found.slice};
}

void OverviewItem::mouseMoveEvent(QMouseEvent* event) {
    if (!m_drag || !ready()) {
        return;
    }
    m_drag->isMoved =
        m_drag->isMoved || (event->position() - m_drag->pressed).manhattanLength() >= kDragDistance;
    if (m_drag->isMoved) {
        dragTo(hit(event->position()).time);
    }
}

void OverviewItem::mouseReleaseEvent(QMouseEvent*) {
    const std::optional<Drag> drag = std::exchange(m_drag, std::nullopt);
    if (!drag || !ready() || drag->isMoved) {
        return;
    }
    if (drag->hit.isValid()) {
        m_timeline->goToSlice(static_cast<qint64>(drag->hit.index()));
        Q_EMIT m_timeline->slicePicked();
    } else if (drag->kind == OverviewHitKind::Elsewhere) {
        centerOn(drag->pressedAt);
    }
}

void OverviewItem::setHovered(SliceId hit, double x) {
    if (hit != m_hovered) {
        m_hovered = hit;
        m_pointerX = x;
        Q_EMIT hoverChanged();
    }
}

QString OverviewItem::hitName() const {
    return m_hovered.isValid() && ready() && m_timeline->view().model().hits != nullptr
               ? toQString(m_timeline->view().model().trace->name(m_hovered))
               : QString();
}

void OverviewItem::centerOn(Time time) {
    m_timeline->change(
        [time](TimelineView& view) { view.jumpTo(time - view.viewport().range().length() / 2); });
}

void OverviewItem::dragTo(Time time) {
    m_timeline->change([&](TimelineView& view) {
        const TimeRange shown = view.viewport().range();
        switch (m_drag->kind) {
            case OverviewHitKind::LeftHandle:
                return view.setRange({std::min(time, shown.end - Duration(1)), shown.end});
            case OverviewHitKind::RightHandle:
                return view.setRange({shown.begin, std::max(time, shown.begin + Duration(1))});
            case OverviewHitKind::Elsewhere:
                return view.setRange({std::min(time, m_drag->pressedAt),
                                      std::max(time, m_drag->pressedAt + Duration(1))});
            default:
                return view.jumpTo(time - m_drag->grabbedAt);
        }
    });
}

void OverviewItem::hoverMoveEvent(QHoverEvent* event) {
    if (!ready()) {
        return;
    }
    const OverviewHit found = hit(event->position());
    const bool handle =
        found.kind == OverviewHitKind::LeftHandle || found.kind == OverviewHitKind::RightHandle;
    setHovered(found.slice, event->position().x());
    setCursor(QCursor(found.slice.isValid() ? Qt::PointingHandCursor
                      : handle              ? Qt::SizeHorCursor
                                            : Qt::ArrowCursor));
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
