// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/model/busy_profile.h"

#include <algorithm>

namespace gaplight {

BusyProfile BusyProfile::build(GpuId gpu, TimeRange window, std::span<const TimeRange> gaps) {
    BusyProfile profile;
    profile.m_gpu = gpu;
    profile.m_window = window;
    profile.m_gapBegin.reserve(gaps.size());
    profile.m_gapEnd.reserve(gaps.size());
    profile.m_idleBefore.reserve(gaps.size());
    Duration idle{};
    for (const TimeRange& gap : gaps) {
        profile.m_gapBegin.push_back(gap.begin);
        profile.m_gapEnd.push_back(gap.end);
        profile.m_idleBefore.push_back(idle);
        idle += gap.length();
    }
    return profile;
}

Duration BusyProfile::busyWithin(TimeRange range) const {
    return busyBefore(range.end) - busyBefore(range.begin);
}

Duration BusyProfile::busyBefore(Time time) const {
    const Time inside = std::clamp(time, m_window.begin, m_window.end);
    const auto next = std::upper_bound(m_gapBegin.begin(), m_gapBegin.end(), inside);
    Duration idle{};
    if (next != m_gapBegin.begin()) {
        const auto gap = static_cast<std::size_t>(next - m_gapBegin.begin()) - 1;
        idle = m_idleBefore[gap] + (std::min(inside, m_gapEnd[gap]) - m_gapBegin[gap]);
    }
    return inside - m_window.begin - idle;
}

}  // namespace gaplight
