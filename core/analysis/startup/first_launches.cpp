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

bool FirstLaunches::makesFirst(SliceId call) {
    const SliceTable& slices = m_trace.slices();
    const auto launches = m_launches.launches();
    for (auto at = std::ranges::lower_bound(launches, call);
         at != launches.end() && m_trace.trackOf(*at) == m_trace.trackOf(call) &&
         slices.start(*at) < slices.end(call);
         ++at) {
        if (isFirst(*at)) {
            return true;
        }
    }
    return false;
}

}  // namespace gaplight
