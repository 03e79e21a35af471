// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/memory/memory_item.h"

#include <algorithm>
#include <cmath>

#include <QQuickWindow>

#include "widgets/convert/qt_convert.h"
#include "widgets/convert/quantity_string.h"
#include "widgets/memory/allocation_text.h"
#include "widgets/timeline/view_text.h"

namespace gaplight::ui {
namespace {

constexpr std::int64_t kNsPerUs = 1000;

}  // namespace

MemoryItem::MemoryItem(QQuickItem* parent) : DisplayListItem(parent) {
    setAcceptedMouseButtons(Qt::LeftButton | Qt::MiddleButton);
    setAcceptHoverEvents(true);
    setClip(true);
    setActiveFocusOnTab(true);
}

void MemoryItem::setSelection(MemorySelection* selection) {
    if (selection == m_selection) {
        return;
    }
    if (m_selection) {
        m_selection->disconnect(this);
    }
    m_selection = selection;
    if (m_selection) {
        connect(m_selection, &MemorySelection::changed, this, &MemoryItem::followData);
        connect(m_selection, &MemorySelection::orderChanged, this, &MemoryItem::followOrder);
        connect(m_selection, &MemorySelection::revealRequested, this, &MemoryItem::reveal);
    }
    followData();
    Q_EMIT selectionChanged();
}

void MemoryItem::setTimeline(TimelineItem* timeline) {
    if (timeline == m_timeline) {
        return;
    }
    if (m_timeline) {
        m_timeline->disconnect(this);
    }
    m_timeline = timeline;
    if (m_timeline) {
        connect(m_timeline, &TimelineItem::viewChanged, this, &MemoryItem::refresh);
        connect(m_timeline, &TimelineItem::hoverChanged, this, &QQuickItem::polish);
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
        m_hovered.reset();
        m_view.show(now, device, m_selection ? m_selection->stackOrder() : StackOrder::Age);
    }
    refresh();
}

void MemoryItem::followOrder() {
    m_view.setOrder(m_selection->stackOrder());
    refresh();
}

Viewport MemoryItem::viewport() const {
    if (!m_timeline) {
        return m_view.viewport();
    }
    Viewport view = m_timeline->view().viewport();
    view.width = static_cast<float>(width());
    view.height = static_cast<float>(height());
    return view;
}

MemoryViewInput MemoryItem::input() const {
    const MemoryData& shown = *data();
    const std::size_t device = m_selection->memory().deviceIndex();
    const MemoryData::DeviceView& views = shown.view(device);
    MemoryViewInput input{shown.model(device), views.index, shown.assessment().frames,
                          views.addresses, viewport()};
    input.clockNs = shown.clockNs();
    input.originNs = shown.originNs();
    input.bytes = m_view.bytes();
    input.bottom = m_view.bottom();
    input.order = m_selection->stackOrder();
    input.hasRuler = !m_timeline;
    input.steps = views.steps;
    input.ticks = views.ticks;
    input.matches = m_selection->matches();
    input.peak = shown.facts(device).peak.moment;
    input.moment = m_selection->moment();
    input.selected = m_selection->selectedAllocation();
    input.hovered = m_hovered;
    if (m_pointer && m_pointer->x() > static_cast<double>(input.viewport.timeLeft())) {
        input.cursor = input.viewport.timeAt(m_pointer->x());
    } else if (m_timeline) {
        input.cursor = m_timeline->view().state().cursor;
    }
    if (m_gesture == Gesture::ZoomRange && m_pointer) {
        input.band = rangeBetween(input.viewport, m_pressedAt.x(), m_pointer->x());
    }
    input.pixelRatio =
        window() == nullptr ? 1 : static_cast<float>(window()->effectiveDevicePixelRatio());
    return input;
}

void MemoryItem::build(DisplayList& list) {
    if (!hasData()) {
        m_layout.boxes.clear();
        list.clear(static_cast<float>(width()), static_cast<float>(height()));
        return;
    }
    buildMemoryView(input(), m_measure, list, m_layout);
    m_view.setPlotHeight(m_layout.plot.height);
}

void MemoryItem::refresh() {
    if (m_view.moving() && window() != nullptr) {
        window()->update();
    }
    polish();
    Q_EMIT viewportChanged();
}

std::optional<Moment> MemoryItem::momentAt(double x) const {
    return hasData()
               ? gaplight::ui::momentAt(*data(), m_selection->memory().deviceIndex(), viewport(), x)
               : std::nullopt;
}

QString MemoryItem::tipText() const {
    return hasData() && m_hovered
               ? allocationTip(*data(), m_selection->memory().deviceIndex(), *m_hovered)
               : QString();
}

QString MemoryItem::hoverText() const {
    const std::optional<Moment> moment = m_pointer ? momentAt(m_pointer->x()) : std::nullopt;
    const Duration at(m_pointer && hasData() ? ns(viewport().timeAt(m_pointer->x())) +
                                                   data()->clockNs() - data()->originNs()
                                             : 0);
    return moment ? momentText(*data(), m_selection->memory().deviceIndex(), *moment, at, m_hovered)
                  : QString();
}

QString MemoryItem::zoomText() const {
    return hasData() ? zoomStatus(viewport()) : QString();
}

void MemoryItem::reveal(qint64 beginNs, qint64 endNs) {
    // Page and tab both receive it; the tab moves the timeline, whether or not its stack is shown.
    if (!hasData() || (!isVisible() && !(m_timeline && data()->placement()))) {
        return;
    }
    const TimeRange range{timeFromNs(beginNs - data()->clockNs()),
                          timeFromNs(endNs - data()->clockNs())};
    if (m_timeline) {
        m_timeline->change([&](TimelineView& view) {
            view.animateTo(revealing(view.target(), range, view.limits()));
        });
    } else {
        m_view.reveal(range);
    }
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
            if (!moveMemoryView(m_view, action, m_pointer)) {
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
    const MemoryModel& model = data()->model(m_selection->memory().deviceIndex());
    const Allocation& one = model.allocations[*selected];
    const auto timeOf = [&](Moment moment) {
        return timeFromNs(model.timeUs(moment) * kNsPerUs - data()->clockNs());
    };
    const TimeRange life{timeOf(one.begin), timeOf(std::min(one.end, model.lastMoment()))};
    const Viewport before = m_view.target();
    m_view.fit({life.begin, std::max(life.end, life.begin + Duration(kNsPerUs))});
    if (m_view.target() == before) {
        m_view.showAll();
    }
}

}  // namespace gaplight::ui
