// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/memory/memory_selection.h"

#include <algorithm>
#include <utility>

#include "core/memory/measures/allocation_filter.h"
#include "widgets/convert/qt_convert.h"
#include "widgets/convert/qt_text.h"

namespace gaplight::ui {

MeasuredMoment::MeasuredMoment(LoadedMemory ofData, std::size_t ofDevice, Moment atMoment)
    : data(std::move(ofData)),
      device(ofDevice),
      moment(atMoment),
      holders(holdersAt(model(), data->assessment().frames, moment)),
      segments(model(), moment),
      flame(model(), data->snapshot().stacks, data->assessment().frames, moment) {}

MemorySelection::MemorySelection(const MemoryObject& memory, QObject* parent)
    : QObject(parent),
      m_memory(memory),
      m_work([this](const std::shared_ptr<const Matches>& matches) {
          if (matches->data == m_memory.data()) {
              m_matches = matches;
              Q_EMIT matchesChanged();
              Q_EMIT changed();
          }
      }),
      m_measuring([this](const SharedMoment& measured) { receiveMeasured(measured); }) {
    connect(&memory, &MemoryObject::dataChanged, this, &MemorySelection::followData);
}

void MemorySelection::followData() {
    m_selected = -1;
    m_matches.reset();
    m_moment = m_memory.data() ? m_memory.data()->facts(m_memory.deviceIndex()).peak.moment : 0;
    m_measured.reset();
    startFilter();
    startMeasuring();
    Q_EMIT selectedChanged();
    Q_EMIT momentChanged();
    Q_EMIT measuredChanged();
    Q_EMIT matchesChanged();
    Q_EMIT changed();
}

void MemorySelection::setOrder(int order) {
    const auto chosen = static_cast<StackOrder>(std::clamp(order, 0, 2));
    if (chosen != m_order) {
        m_order = chosen;
        Q_EMIT orderChanged();
        Q_EMIT changed();
    }
}

void MemorySelection::setFilter(const QString& filter) {
    if (filter != m_filter) {
        m_filter = filter;
        startFilter();
        Q_EMIT filterChanged();
    }
}

// A filter that is not complete yet, as in "size>", keeps the matches of the one before.
void MemorySelection::startFilter() {
    const Result<AllocationFilter> filter = AllocationFilter::parse(toStdString(m_filter));
    m_filterError = filter ? QString() : toQString(filter.error().message);
    if (!filter) {
        return;
    }
    if (filter->isEmpty() || !m_memory.data()) {
        m_work.drop();
        m_matches.reset();
        Q_EMIT matchesChanged();
        Q_EMIT changed();
        return;
    }
    m_work.start([filter = *filter, data = m_memory.data(), device = m_memory.deviceIndex()] {
        auto matches = std::make_shared<Matches>();
        matches->data = data;
        matches->ofAllocation = filter.matchesOf(data->model(device), data->snapshot().stacks);
        matches->count = static_cast<std::uint64_t>(
            std::count(matches->ofAllocation.begin(), matches->ofAllocation.end(), true));
        return std::shared_ptr<const Matches>(std::move(matches));
    });
}

QString MemorySelection::filterStatus() const {
    return m_matches
               ? QStringLiteral("%1 of %2")
                     .arg(countText(m_matches->count), countText(m_matches->ofAllocation.size()))
               : QString();
}

std::optional<std::uint32_t> MemorySelection::selectedAllocation() const {
    return m_selected < 0 ? std::nullopt : std::optional(static_cast<std::uint32_t>(m_selected));
}

void MemorySelection::setSelected(qint64 allocation) {
    const bool exists = m_memory.data() && allocation >= 0 &&
                        static_cast<std::size_t>(allocation) <
                            m_memory.data()->model(m_memory.deviceIndex()).allocations.size();
    const qint64 chosen = exists ? allocation : -1;
    if (chosen != m_selected) {
        m_selected = chosen;
        Q_EMIT selectedChanged();
        Q_EMIT changed();
    }
}

void MemorySelection::setMoment(Moment moment) {
    if (!m_memory.data()) {
        return;
    }
    moment = std::min(moment, m_memory.data()->model(m_memory.deviceIndex()).lastMoment());
    if (moment != m_moment) {
        m_moment = moment;
        startMeasuring();
        Q_EMIT momentChanged();
        Q_EMIT changed();
    }
}

void MemorySelection::startMeasuring() {
    const std::uint64_t number = ++*m_chosen;
    if (!m_memory.data()) {
        return m_measuring.drop();
    }
    m_measuring.start([number, chosen = m_chosen, data = m_memory.data(),
                       device = m_memory.deviceIndex(), moment = m_moment] {
        return number == *chosen ? std::make_shared<const MeasuredMoment>(data, device, moment)
                                 : SharedMoment();
    });
}

void MemorySelection::receiveMeasured(const SharedMoment& measured) {
    if (measured) {
        m_measured = measured;
        Q_EMIT measuredChanged();
        Q_EMIT changed();
    }
}

QString MemorySelection::momentText() const {
    const LoadedMemory& data = m_memory.data();
    if (!data) {
        return {};
    }
    const std::size_t device = m_memory.deviceIndex();
    const QString time = durationText(data->sinceOrigin(device, m_moment));
    return m_moment == data->facts(device).peak.moment ? QStringLiteral("%1 (peak)").arg(time)
                                                       : time;
}

QString MemorySelection::momentBytes() const {
    const LoadedMemory& data = m_memory.data();
    if (!data) {
        return {};
    }
    const MemoryModel& model = data->model(m_memory.deviceIndex());
    const auto text = [](std::int64_t bytes) {
        return bytesText(static_cast<std::uint64_t>(std::max<std::int64_t>(0, bytes)));
    };
    if (model.segments.empty()) {
        return QStringLiteral("%1 allocated").arg(text(model.allocated[m_moment]));
    }
    return QStringLiteral("%1 allocated, %2 reserved")
        .arg(text(model.allocated[m_moment]), text(model.reservedAt(m_moment)));
}

bool MemorySelection::openAt(const QString& counter, qint64 timeNs) {
    const LoadedMemory& data = m_memory.data();
    if (!data || !data->placement() || toStdString(counter) != kMemoryLane) {
        return false;
    }
    const MemoryModel& model = data->model(m_memory.deviceIndex());
    setMoment(model.momentAt(data->placement()->usOf(timeFromNs(timeNs))));
    return true;
}

void MemorySelection::goToPeak() {
    if (m_memory.data()) {
        goToMoment(m_memory.data()->facts(m_memory.deviceIndex()).peak.moment);
    }
}

void MemorySelection::goToMoment(Moment moment) {
    setMoment(moment);
    if (m_memory.data()) {
        const std::int64_t time =
            m_memory.data()->model(m_memory.deviceIndex()).timeUs(m_moment) * 1000;
        Q_EMIT revealRequested(time, time);
    }
}

void MemorySelection::goToRange(Moment begin, Moment end) {
    if (!m_memory.data()) {
        return;
    }
    const MemoryModel& model = m_memory.data()->model(m_memory.deviceIndex());
    begin = std::min(begin, model.lastMoment());
    end = std::clamp(end, begin, model.lastMoment());
    const auto peak =
        std::max_element(model.allocated.begin() + begin, model.allocated.begin() + end + 1);
    setMoment(static_cast<Moment>(peak - model.allocated.begin()));
    Q_EMIT revealRequested(model.timeUs(begin) * 1000, model.timeUs(end) * 1000);
}

void MemorySelection::goToAllocation(qint64 allocation) {
    setSelected(allocation);
    if (m_selected < 0) {
        return;
    }
    const MemoryModel& model = m_memory.data()->model(m_memory.deviceIndex());
    const Allocation& one = model.allocations[static_cast<std::size_t>(m_selected)];
    if (!one.isHeldAt(m_moment)) {
        setMoment(one.begin);
    }
    Q_EMIT revealRequested(model.timeUs(one.begin) * 1000,
                           model.timeUs(std::min(one.end, model.lastMoment())) * 1000);
}

void MemorySelection::step(bool forward) {
    if (!m_memory.data()) {
        return;
    }
    const auto& allocations = m_memory.data()->model(m_memory.deviceIndex()).allocations;
    const auto count = static_cast<qint64>(allocations.size());
    const std::vector<bool>* shown = matches();
    for (qint64 at = m_selected + (forward ? 1 : -1); at >= 0 && at < count;
         at += forward ? 1 : -1) {
        if (shown == nullptr || (*shown)[static_cast<std::size_t>(at)]) {
            return goToAllocation(at);
        }
    }
}

}  // namespace gaplight::ui
