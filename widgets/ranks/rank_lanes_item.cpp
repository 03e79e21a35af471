// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/ranks/rank_lanes_item.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <QCursor>
#include <QHoverEvent>
#include <QMouseEvent>
#include <QStringList>
#include <QWheelEvent>

#include "core/report/ranks/rank_tables.h"
#include "widgets/convert/qt_convert.h"

namespace gaplight::ui {
namespace {

constexpr double kDragStart = 4;  // px before a press becomes a drag
constexpr double kWheelStep = 120;
constexpr double kZoomPerStep = 1.25;
constexpr std::size_t kTipRanks = 4;
constexpr int kMarginShare = 100;  // around all of it, as a part of its length

}  // namespace

void RankLanesItem::setTimeline(TimelineItem* timeline) {
    if (!replaceSource(m_timeline, timeline)) {
        return;
    }
    connect(timeline, &TimelineItem::viewChanged, this, &QQuickItem::polish);
    Q_EMIT partsChanged();
}

void RankLanesItem::setRanks(RankSetObject* ranks) {
    if (!replaceSource(m_ranks, ranks)) {
        return;
    }
    connect(ranks, &RankSetObject::changed, this, [this] {
        setHovered(std::nullopt);
        m_kept.reset();
        Q_EMIT rankCountChanged();
        polish();
    });
    connect(ranks, &RankSetObject::filterChanged, this, &QQuickItem::polish);
    connect(ranks, &RankSetObject::selectedChanged, this, &RankLanesItem::selectKernel);
    connect(ranks, &RankSetObject::currentChanging, this, &RankLanesItem::keepRange);
    connect(ranks, &RankSetObject::currentChanged, this, &RankLanesItem::restoreRange);
    connect(ranks, &RankSetObject::currentChanged, this, &RankLanesItem::showWaits);
    connect(ranks, &RankSetObject::rangeRequested, this, &RankLanesItem::showRange);
    Q_EMIT partsChanged();
    Q_EMIT rankCountChanged();
}

void RankLanesItem::setPrediction(RankPrediction* prediction) {
    if (replaceSource(m_prediction, prediction) && prediction != nullptr) {
        connect(prediction, &RankPrediction::changed, this, &QQuickItem::polish);
        Q_EMIT partsChanged();
    }
}

// One wait has one color, in the lane of its rank and in the rank's own timeline.
void RankLanesItem::showWaits() {
    if (ready()) {
        m_timeline->change([this](TimelineView& view) { view.showBusy(m_ranks->busyOfCurrent()); });
    }
}

double RankLanesItem::fullHeight() const {
    return m_ranks && m_ranks->active()
               ? static_cast<double>(fullRankLanesHeight(m_ranks->chart().lanes.size()))
               : 0;
}

bool RankLanesItem::ready() const {
    return m_timeline && m_ranks && m_ranks->active() && m_timeline->view().hasTrace() &&
           m_ranks->isCurrent(m_timeline->view().trace());
}

RankLanesInput RankLanesItem::input() const {
    const Viewport& view = m_timeline->view().viewport();
    const AxisClock& clock = m_ranks->clock();
    RankLanesInput input{m_ranks->chart(), clock.toAxis(view.begin)};
    input.nsPerPixel = view.nsPerPixel;
    input.width = listWidth();
    input.height = listHeight();
    input.namesWidth = view.namesWidth;
    input.current = static_cast<std::uint32_t>(m_ranks->current());
    if (m_ranks->selected() >= 0) {
        input.selected = static_cast<std::uint32_t>(m_ranks->selected());
    }
    if (hovered()) {
        input.hovered = static_cast<std::uint32_t>(*hovered());
    }
    if (const auto cursor = m_timeline->view().state().cursor) {
        input.cursor = clock.toAxis(*cursor);
    }
    if (m_prediction) {
        input.predicted = m_prediction->lanes();
    }
    for (const bool shown : m_ranks->shownGroups()) {
        input.shownGroups.push_back(shown);
    }
    for (const bool shown : m_ranks->shownKinds()) {
        input.shownKinds.push_back(shown);
    }
    return input;
}

bool RankLanesItem::draw(DisplayList& list) {
    if (!ready()) {
        return false;
    }
    buildRankLanes(input(), measure(), list);
    return true;
}

RankLanesHit RankLanesItem::partsAt(QPointF at) const {
    return hitTestRankLanes(input(), static_cast<float>(at.x()), static_cast<float>(at.y()));
}

std::optional<std::size_t> RankLanesItem::hit(QPointF at) const {
    return ready() ? partsAt(at).ribbon : std::nullopt;
}

QString RankLanesItem::tip(std::size_t collective) const {
    QStringList lines;
    for (const std::string& line : collectiveText(*m_ranks->set(), collective, kTipRanks)) {
        lines << toQString(line);
    }
    return lines.join(QLatin1Char('\n'));
}

TimeRange RankLanesItem::toTrace(TimeRange axis) const {
    const AxisClock& clock = m_ranks->clock();
    return {clock.fromAxis(axis.begin), clock.fromAxis(axis.end)};
}

void RankLanesItem::keepRange() {
    if (ready()) {
        const TimeRange shown = m_timeline->view().target().range();
        m_kept = m_ranks->clock().toAxis(shown);
    }
}

void RankLanesItem::restoreRange() {
    if (!ready()) {
        if (m_timeline) {
            m_timeline->change([](TimelineView& view) { view.setSharedRange(std::nullopt); });
        }
        return;
    }
    m_timeline->change([&](TimelineView& view) {
        view.setSharedRange(toTrace(m_ranks->chart().range));
        if (m_kept) {
            view.setRange(toTrace(*m_kept));
        } else {
            const TimeRange gpus = toTrace(m_ranks->chart().gpuRange);
            const Duration margin = gpus.length() / kMarginShare;
            view.setRange({gpus.begin - margin, gpus.end + margin});
        }
    });
    m_kept.reset();
    selectKernel();
}

void RankLanesItem::showRange(TimeRange axis) {
    if (ready()) {
        m_timeline->change([&](TimelineView& view) {
            view.animateTo(fitted(view.target(), toTrace(axis), view.limits(), 0));
        });
    }
}

void RankLanesItem::selectKernel() {
    if (ready()) {
        if (const SliceId kernel = m_ranks->kernelOf(m_ranks->selected()); kernel.isValid()) {
            m_timeline->change([&](TimelineView& view) { view.select(kernel); });
        }
    }
    polish();
}

void RankLanesItem::mousePressEvent(QMouseEvent* event) {
    m_press = Press{toList(event->position()), toList(event->position()), false};
    if (m_timeline) {
        m_timeline->forceActiveFocus();  // its keys work on what is seen here
    }
}

void RankLanesItem::mouseMoveEvent(QMouseEvent* event) {
    if (!m_press || !ready()) {
        return;
    }
    const QPointF now = toList(event->position());
    m_press->isDrag = m_press->isDrag || (now - m_press->at).manhattanLength() >= kDragStart;
    if (m_press->isDrag) {
        m_timeline->change(
            [&](TimelineView& view) { view.dragBy(now.x() - m_press->last.x(), 0); });
        m_press->last = now;
    }
}

void RankLanesItem::mouseReleaseEvent(QMouseEvent* event) {
    const auto press = std::exchange(m_press, std::nullopt);
    if (press && !press->isDrag && ready()) {
        pick(toList(event->position()));
    }
}

void RankLanesItem::pick(QPointF at) {
    const RankLanesHit found = partsAt(at);
    if (found.ribbon) {
        m_ranks->selectCollective(static_cast<int>(*found.ribbon));
    } else if (!found.isName) {
        m_ranks->selectCollective(-1);
    }
    if (found.lane && (found.isName || !found.ribbon)) {
        m_ranks->chooseRank(static_cast<int>(*found.lane));
    }
}

void RankLanesItem::hoverMoveEvent(QHoverEvent* event) {
    if (!ready()) {
        return;
    }
    const RankLanesHit found = partsAt(toList(event->position()));
    movePointer(toList(event->position()), found.ribbon);
    setCursor(QCursor(found.isName || found.ribbon ? Qt::PointingHandCursor : Qt::ArrowCursor));
    m_timeline->change([&](TimelineView& view) {
        Hit elsewhere;
        elsewhere.time = m_ranks->clock().fromAxis(found.time);
        found.isName ? view.leave() : view.hover(elsewhere);
    });
}

void RankLanesItem::hoverLeaveEvent(QHoverEvent* event) {
    PlotItem::hoverLeaveEvent(event);
    if (m_timeline && m_timeline->view().hasTrace()) {
        m_timeline->change([](TimelineView& view) { view.leave(); });
    }
}

void RankLanesItem::wheelEvent(QWheelEvent* event) {
    if (ready()) {
        const double steps = event->angleDelta().y() / kWheelStep;
        const double x = toList(event->position()).x();
        m_timeline->change(
            [&](TimelineView& view) { view.zoomAt(x, std::pow(kZoomPerStep, steps)); });
    }
    event->accept();
}

}  // namespace gaplight::ui
