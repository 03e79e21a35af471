// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/memory/memory_view.h"

#include <algorithm>
#include <utility>

namespace gaplight::ui {
namespace {

constexpr std::int64_t kNsInUs = 1000;
constexpr double kZoomStep = 1.25;
constexpr double kPanShare = 0.12;  // of the width, for one step
constexpr double kPageShare = 0.5;  // of the height

// All of a stack with a tenth above it, and what is reserved where that is not far above.
std::int64_t bytesOfAll(const MemoryData& data, std::size_t device, StackOrder order) {
    if (order == StackOrder::Address) {
        return std::max<std::int64_t>(1, data.view(device).addresses.bytes());
    }
    const DeviceMemoryFacts& facts = data.facts(device);
    const std::int64_t peak = std::max<std::int64_t>(1, facts.peak.allocated);
    const std::int64_t reserved = facts.reservedPeak.reserved + facts.reservedPeak.reserved / 20;
    return std::max(peak + peak / 10, std::min(reserved, peak + peak / 5 * 3)) + 1;
}

}  // namespace

void MemoryView::show(LoadedMemory data, std::size_t device, StackOrder order) {
    m_data = std::move(data);
    m_device = device;
    m_range = {};
    if (m_data && !m_data->model(device).events.empty()) {
        const MemoryModel& model = m_data->model(device);
        m_range = {timeFromNs(model.timeUs(0) * kNsInUs - m_data->clockNs()),
                   timeFromNs(model.timeUs(model.lastMoment()) * kNsInUs - m_data->clockNs())};
    }
    m_range.end = std::max(m_range.end, m_range.begin + Duration(kNsInUs));
    m_moving.showAll(limits());
    setOrder(order);
}

void MemoryView::setOrder(StackOrder order) {
    m_allBytes = m_data ? bytesOfAll(*m_data, m_device, order) : 1;
    m_bytes = m_allBytes;
    m_bottom = 0;
}

void MemoryView::resize(float width, float height, float axisWidth) {
    m_moving.setNamesWidth(axisWidth);
    m_moving.resize(width, height, limits());
}

void MemoryView::moveBytes(double dy) {
    setBytes(m_bottom + static_cast<std::int64_t>(dy * static_cast<double>(m_bytes) /
                                                  static_cast<double>(m_plotHeight)),
             m_bytes);
}

void MemoryView::dragBy(double dx, double dy) {
    m_moving.dragBy(dx, 0, limits());
    moveBytes(dy);
}

void MemoryView::scrollBy(double dx, double dy) {
    m_moving.scrollBy(dx, 0, limits());
    moveBytes(dy);
}

void MemoryView::setRange(TimeRange range) {
    m_moving.setRange(range, limits());
}

void MemoryView::fit(TimeRange range) {
    m_moving.goTo(fitted(m_moving.target(), range, limits()));
}

void MemoryView::reveal(TimeRange range) {
    m_moving.goTo(revealing(m_moving.target(), range, limits()));
}

void MemoryView::showAll() {
    m_moving.goTo(fitted(m_moving.target(), m_range, limits()));
    setBytes(0, m_allBytes);
}

void MemoryView::zoomBytes(double share, double factor) {
    const auto fixed = m_bottom + static_cast<std::int64_t>(static_cast<double>(m_bytes) * share);
    const std::int64_t least = std::min<std::int64_t>(64, m_allBytes);
    const auto bytes = std::clamp(static_cast<std::int64_t>(static_cast<double>(m_bytes) / factor),
                                  least, m_allBytes);
    setBytes(fixed - static_cast<std::int64_t>(static_cast<double>(bytes) * share), bytes);
}

void MemoryView::setBytes(std::int64_t bottom, std::int64_t bytes) {
    m_bytes = std::clamp<std::int64_t>(bytes, 1, m_allBytes);
    m_bottom = std::clamp<std::int64_t>(bottom, 0, m_allBytes - m_bytes);
}

TimeRange rangeBetween(const Viewport& view, double x0, double x1) {
    const auto left = static_cast<double>(view.timeLeft());
    return {view.timeAt(std::max(left, std::min(x0, x1))),
            view.timeAt(std::max(left, std::max(x0, x1)))};
}

std::optional<Moment> momentAt(const MemoryData& data, std::size_t device, const Viewport& view,
                               double x) {
    if (x < static_cast<double>(view.timeLeft())) {
        return {};
    }
    const std::int64_t time = ns(view.timeAt(x)) + data.clockNs();
    return data.model(device).momentAt(time / kNsInUs);
}

TimeRange lifetimeOf(const MemoryData& data, std::size_t device, std::uint32_t allocation) {
    const MemoryModel& model = data.model(device);
    const Allocation& one = model.allocations[allocation];
    const auto timeOf = [&](Moment moment) {
        return timeFromNs(model.timeUs(moment) * kNsInUs - data.clockNs());
    };
    const Time begin = timeOf(one.begin);
    return {begin,
            std::max(timeOf(std::min(one.end, model.lastMoment())), begin + Duration(kNsInUs))};
}

bool moveMemoryView(MemoryView& view, Action action, std::optional<QPointF> pointer) {
    const Viewport& target = view.target();
    const auto left = static_cast<double>(target.timeLeft());
    const bool isOver = pointer && pointer->x() > left;
    const double anchor =
        isOver ? pointer->x() : left + static_cast<double>(target.timeWidth()) / 2;
    const double step = static_cast<double>(target.timeWidth()) * kPanShare;
    const double page = static_cast<double>(view.plotHeight()) * kPageShare;
    switch (action) {
        case Action::ZoomIn:
            view.zoomAt(anchor, kZoomStep);
            return true;
        case Action::ZoomOut:
            view.zoomAt(anchor, 1 / kZoomStep);
            return true;
        case Action::PanLeft:
            view.scrollBy(step, 0);
            return true;
        case Action::PanRight:
            view.scrollBy(-step, 0);
            return true;
        case Action::PageUp:
            view.scrollBy(0, page);
            return true;
        case Action::PageDown:
            view.scrollBy(0, -page);
            return true;
        case Action::ToBegin:
            view.scrollBy(target.x(target.begin) - target.x(view.range().begin), 0);
            return true;
        case Action::ToEnd:
            view.scrollBy(target.x(target.end()) - target.x(view.range().end), 0);
            return true;
        case Action::ShowAll:
            view.showAll();
            return true;
        case Action::ViewBack:
            view.goBack();
            return true;
        case Action::ViewForward:
            view.goForward();
            return true;
        default:
            return false;
    }
}

}  // namespace gaplight::ui
