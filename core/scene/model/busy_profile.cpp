// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/model/busy_profile.h"

#include <algorithm>
#include <utility>

namespace gaplight {

BusyProfile BusyProfile::build(GpuTime time) {
    BusyProfile profile;
    profile.m_gpu = time.gpu;
    profile.m_window = time.window;
    profile.m_gaps = RangeSums(time.gaps);
    profile.m_gapColors = std::move(time.gapColors);
    profile.m_gapColors.resize(time.gaps.size(), Role::IdleOther);
    profile.m_communicationAlone = RangeSums(time.communicationAlone);
    profile.m_copiesAlone = RangeSums(time.copiesAlone);
    return profile;
}

GpuTimeParts BusyProfile::partsWithin(TimeRange range) const {
    range.begin = std::clamp(range.begin, m_window.begin, m_window.end);
    range.end = std::clamp(range.end, range.begin, m_window.end);
    GpuTimeParts parts;
    parts.idle = m_gaps.within(range);
    if (!m_communicationAlone.empty()) {
        parts.communicationAlone = m_communicationAlone.within(range);
    }
    if (!m_copiesAlone.empty()) {
        parts.copiesAlone = m_copiesAlone.within(range);
    }
    parts.compute = range.length() - parts.idle - parts.communicationAlone - parts.copiesAlone;
    return parts;
}

std::optional<TimeRange> BusyProfile::gapIn(TimeRange range) const {
    constexpr std::size_t kSamples = 256;
    const auto last = m_gaps.lastFrom(range.end);
    if (!last) {
        return std::nullopt;
    }
    const std::size_t first = m_gaps.lastFrom(range.begin).value_or(0);
    const std::size_t stride = std::max<std::size_t>(1, (*last - first) / kSamples);
    std::optional<TimeRange> longest;
    for (std::size_t at = first; at <= *last; at += stride) {
        const TimeRange gap = m_gaps.range(at);
        if (gap.overlaps(range) && (!longest || gap.length() > longest->length())) {
            longest = gap;
        }
    }
    return longest;
}

ColorRef BusyProfile::idleColor(TimeRange range) const {
    const auto gap = m_gaps.lastFrom(range.begin + range.length() / 2);
    return gap ? m_gapColors[*gap] : m_gapColors.empty() ? Role::IdleOther : m_gapColors.front();
}

}  // namespace gaplight
