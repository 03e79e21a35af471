// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/startup/first_launches.h"

#include <algorithm>

namespace gaplight {

StringId FirstLaunches::kernelOf(SliceId launch) const {
    const auto activities = m_launches.activitiesOf(launch);
    return activities.empty()
               ? StringId{}
               : m_trace.slices().name(m_trace.gpuActivities()[activities.front().index()].slice);
}

Time FirstLaunches::firstOf(StringId kernel) {
    if (m_first.empty()) {
        m_first.assign(m_trace.strings().size(), Time::max());
        for (const SliceId launch : m_launches.launches()) {
            Time& first = m_first[kernelOf(launch).index()];
            first = std::min(first, m_trace.slices().start(launch));
        }
    }
    return m_first[kernel.index()];
}

bool FirstLaunches::isFirst(SliceId launch) {
    const StringId kernel = kernelOf(launch);
    return kernel.isValid() && firstOf(kernel) >= m_trace.slices().start(launch);
}

bool FirstLaunches::isLater(SliceId launch) {
    const StringId kernel = kernelOf(launch);
    return kernel.isValid() && firstOf(kernel) < m_trace.slices().start(launch);
}

FirstLaunches::Size FirstLaunches::sizeOf(SliceId launch) const {
    const auto activities = m_launches.activitiesOf(launch);
    if (activities.empty()) {
        return {};
    }
    const SliceId slice = m_trace.gpuActivities()[activities.front().index()].slice;
    const KernelConfig* config = m_trace.kernelConfigs().find(slice);
    return {m_trace.slices().name(slice),
            config == nullptr ? std::array<std::uint32_t, 3>{} : config->grid};
}

bool FirstLaunches::isFirstOfSize(SliceId launch) {
    if (m_firstOfSize.empty()) {
        for (const SliceId one : m_launches.launches()) {
            const Time start = m_trace.slices().start(one);
            const auto [first, isNew] = m_firstOfSize.try_emplace(sizeOf(one), start);
            first->second = std::min(first->second, start);
        }
    }
    const Size size = sizeOf(launch);
    return size.first.isValid() && m_firstOfSize.at(size) >= m_trace.slices().start(launch);
}

std::span<const SliceId> FirstLaunches::launchesIn(SliceId call) const {
    const SliceTable& slices = m_trace.slices();
    const auto launches = m_launches.launches();
    const auto first = std::ranges::lower_bound(launches, call);
    auto last = first;
    while (last != launches.end() && m_trace.trackOf(*last) == m_trace.trackOf(call) &&
           slices.start(*last) < slices.end(call)) {
        ++last;
    }
    return {first, last};
}

bool FirstLaunches::makesFirst(SliceId call) {
    return std::ranges::any_of(launchesIn(call),
                               [&](SliceId launch) { return isFirstOfSize(launch); });
}

FirstLaunches::Size FirstLaunches::sizeIn(SliceId call) const {
    for (const SliceId launch : launchesIn(call)) {
        if (const Size size = sizeOf(launch); size.first.isValid()) {
            return size;
        }
    }
    return {};
}

}  // namespace gaplight
