// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/ranks/covered_ranges.h"

#include <algorithm>
#include <utility>

#include "core/base/intervals.h"

namespace gaplight {

CoveredRanges::CoveredRanges(std::vector<TimeRange> ranges) : m_ranges(std::move(ranges)) {
    m_before.reserve((m_ranges.size() + kSumEvery - 1) / kSumEvery);
    Duration sum{};
    for (std::size_t at = 0; at < m_ranges.size(); ++at) {
        if (at % kSumEvery == 0) {
            m_before.push_back(sum);
        }
        sum += m_ranges[at].length();
    }
}

Duration CoveredRanges::before(Time time) const {
    const auto after =
        std::upper_bound(m_ranges.begin(), m_ranges.end(), time,
                         [](Time at, const TimeRange& range) { return at < range.begin; });
    if (after == m_ranges.begin()) {
        return {};
    }
    const auto last = static_cast<std::size_t>(after - m_ranges.begin()) - 1;
    Duration sum = m_before[last / kSumEvery];
    for (std::size_t at = last / kSumEvery * kSumEvery; at < last; ++at) {
        sum += m_ranges[at].length();
    }
    return sum + (std::min(time, m_ranges[last].end) - m_ranges[last].begin);
}

Duration CoveredRanges::within(TimeRange range) const {
    return range.end > range.begin ? before(range.end) - before(range.begin) : Duration{};
}

std::span<const TimeRange> CoveredRanges::overlapping(TimeRange range) const {
    const auto first = std::upper_bound(m_ranges.begin(), m_ranges.end(), range.begin,
                                        [](Time at, const TimeRange& one) { return at < one.end; });
    const auto last =
        std::lower_bound(first, m_ranges.end(), range.end,
                         [](const TimeRange& one, Time at) { return one.begin < at; });
    return {first, last};
}

CoveredRanges unionOfRanges(std::vector<TimeRange> ranges) {
    std::ranges::sort(ranges, {}, &TimeRange::begin);
    MergedRanges merged;
    for (const TimeRange& range : ranges) {
        merged.add(range);
    }
    return CoveredRanges(merged.ranges());
}

}  // namespace gaplight
