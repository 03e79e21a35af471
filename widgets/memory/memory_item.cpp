// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/memory/memory_item.h"

#include <algorithm>

#include <QQuickWindow>

#include "core/scene/memory/memory_view_scene.h"
#include "widgets/convert/qt_convert.h"
#include "widgets/convert/qt_text.h"
#include "widgets/memory/allocation_text.h"
#include "widgets/memory/memory_selection.h"
#include "widgets/memory/memory_view.h"
#include "widgets/timeline/view_text.h"

namespace gaplight::ui {
namespace {

// The input of the stack of allocations, without hover: the snapshot of `selection` (which must
// have one), what is selected in it, the byte range of `view` and the time range of `viewport`.
MemoryViewInput viewInputOf(const MemorySelection& selection, const MemoryView& view,
                            const Viewport& viewport) {
    const MemoryData& shown = *selection.memory().data();
    const std::size_t device = selection.memory().deviceIndex();
    const MemoryData::DeviceView& views = shown.view(device);
    MemoryViewInput input{shown.model(device), views.index, shown.assessment().frames,
                          views.addresses, viewport};
    input.clockNs = shown.clockNs();
    input.originNs = shown.originNs();
    input.bytes = view.bytes();
    input.bottom = view.bottom();
    input.order = selection.stackOrder();
    input.steps = views.steps;
    input.ticks = views.ticks;
    input.matches = selection.matches();
    input.peak = shown.facts(device).peak.moment;
    input.moment = selection.moment();
    input.selected = selection.selectedAllocation();
    return input;
}

}  // namespace

MemoryItem::MemoryItem(QQuickItem* parent) : MemorySurface(parent) {}

void MemoryItem::setSelection(MemorySelection* selection) {
    if (!replaceSource(m_selection, selection)) {
        return;
    }
    if (m_selection) {
        connect(m_selection, &MemorySelection::changed, this, &MemoryItem::followData);
        connect(m_selection, &MemorySelection::orderChanged, this, &MemoryItem::followOrder);
        connect(m_selection, &MemorySelection::revealRequested, this, &MemoryItem::reveal);
    }
    followData();
    Q_EMIT selectionChanged();
}

void MemoryItem::setTimeline(TimelineItem* timeline) {
    if (timeline == m_axis.timeline()) {
        return;
    }
    if (m_axis.isFollowing()) {
        m_axis.timeline()->disconnect(this);
    }
    m_axis.follow(timeline);
    if (timeline != nullptr) {
        connect(timeline, &TimelineItem::viewChanged, this, &MemoryItem::refresh);
        connect(timeline, &TimelineItem::hoverChanged, this, &QQuickItem::polish);
    }
    refresh();
    Q_EMIT timelineChanged();
}

void MemoryItem::setReducedMotion(bool reduced) {
    if (reduced != reducedMotion()) {
        m_view.setReducedMotion(reduced);
        Q_EMIT viewportChanged();
    }
}

// Another snapshot or GPU is shown whole; anything else keeps the view.
void MemoryItem::followData() {
    const LoadedMemory now = hasData() ? data() : nullptr;
    const std::size_t device = m_selection ? m_selection->memory().deviceIndex() : 0;
    if (now != m_shown || device != m_shownDevice) {
        m_shown = now;
        m_shownDevice = device;
        setHovered(std::nullopt);
        m_view.show(now, device, m_selection ? m_selection->stackOrder() : StackOrder::Age);
    }
    refresh();
}

void MemoryItem::followOrder() {
    m_view.setOrder(m_selection->stackOrder());
    refresh();
}

MemoryViewInput MemoryItem::input() const {
    MemoryViewInput input = viewInputOf(*m_selection, m_view, viewport());
    input.hasRuler = !m_axis.isFollowing();
    if (hovered()) {
        input.hovered = static_cast<std::uint32_t>(*hovered());
    }
    const std::optional<QPointF>& pointer = hoverPoint();
    input.cursor = pointer && pointer->x() > static_cast<double>(input.viewport.timeLeft())
                       ? std::optional(input.viewport.timeAt(pointer->x()))
                       : m_axis.cursor();
    if (m_pointer.isMarkingRange() && pointer) {
        input.band = rangeBetween(input.viewport, m_pointer.pressedAt().x(), pointer->x());
    }
    input.pixelRatio = listPixelRatio();
    return input;
}

bool MemoryItem::draw(DisplayList& list) {
    if (!hasData()) {
        m_layout.boxes.clear();
        return false;
    }
    buildMemoryView(input(), measure(), list, m_layout);
    m_view.setPlotHeight(m_layout.plot.height);
    return true;
}

void MemoryItem::refresh() {
    requestFrame();
    polish();
    Q_EMIT viewportChanged();
}

std::optional<Moment> MemoryItem::momentAt(double x) const {
    return hasData()
               ? gaplight::ui::momentAt(*data(), m_selection->memory().deviceIndex(), viewport(), x)
               : std::nullopt;
}

QString MemoryItem::tip(std::size_t allocation) const {
    return hasData() ? allocationTip(*data(), m_selection->memory().deviceIndex(),
                                     static_cast<std::uint32_t>(allocation))
                     : QString();
}

QString MemoryItem::hoverText() const {
    const std::optional<QPointF>& pointer = hoverPoint();
    const std::optional<Moment> moment = pointer ? momentAt(pointer->x()) : std::nullopt;
    if (!moment) {
        return {};
    }
    const Duration at(ns(viewport().timeAt(pointer->x())) + data()->clockNs() - data()->originNs());
    return momentText(*data(), m_selection->memory().deviceIndex(), *moment, at, hovered());
}

QString MemoryItem::zoomText() const {
    return hasData() ? zoomStatus(viewport()) : QString();
}

void MemoryItem::reveal(qint64 beginNs, qint64 endNs) {
    // Page and tab both receive it; the tab moves the timeline, whether or not its stack is shown.
    if (!hasData() || (!isVisible() && !(m_axis.isFollowing() && data()->placement()))) {
        return;
    }
    m_axis.reveal({timeFromNs(beginNs - data()->clockNs()), timeFromNs(endNs - data()->clockNs())});
    refresh();
}

bool MemoryItem::perform(Action action) {
    switch (action) {
        case Action::Search:
            Q_EMIT filterRequested();
            return true;
        case Action::NextFinding:
        case Action::PreviousFinding:
            Q_EMIT findingRequested(action == Action::NextFinding);
            return true;
        case Action::NextSlice:
        case Action::PreviousSlice:
            m_selection->step(action == Action::NextSlice);
            return true;
        case Action::ExportFigure:
            Q_EMIT exportRequested();
            return true;
        case Action::Focus:
            focusSelected();
            break;
        case Action::Deselect:
            forceActiveFocus(Qt::OtherFocusReason);
            m_selection->deselect();
            return true;
        default:
            if (!moveMemoryView(m_view, action, hoverPoint())) {
                return false;
            }
    }
    refresh();
    return true;
}

// The lifetime of the selected allocation; without one, or if it is shown already, everything.
void MemoryItem::focusSelected() {
    const std::optional<std::uint32_t> selected = m_selection->selectedAllocation();
    if (!hasData() || !selected) {
        return m_view.showAll();
    }
    const Viewport before = m_view.target();
    m_view.fit(lifetimeOf(*data(), m_selection->memory().deviceIndex(), *selected));
    if (m_view.target() == before) {
        m_view.showAll();
    }
}

void MemoryItem::doubleClick() {
    if (!m_axis.isFollowing()) {
        focusSelected();
        refresh();
    }
}

void MemoryItem::click(QPointF at) {
    if (const std::optional<Moment> moment = momentAt(at.x())) {
        m_selection->setMoment(*moment);
        const std::optional<std::size_t> found = hit(at);
        m_selection->setSelected(found ? static_cast<qint64>(*found) : -1);
    }
}

void MemoryItem::setRange(Duration begin, Duration end) {
    if (hasData()) {
        const Duration shift(data()->originNs() - data()->clockNs());
        m_view.setRange({Time(begin + shift), Time(end + shift)});
        refresh();
    }
}

}  // namespace gaplight::ui
