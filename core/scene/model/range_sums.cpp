// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/model/range_sums.h"

#include <algorithm>

namespace gaplight {

RangeSums::RangeSums(std::span<const TimeRange> ranges) {
    m_begin.reserve(ranges.size());
    m_end.reserve(ranges.size());
    m_before.reserve(ranges.size());
    Duration sum{};
    for (const TimeRange& range : ranges) {
        m_begin.push_back(range.begin);
        m_end.push_back(range.end);
        m_before.push_back(sum);
        sum += range.length();
    }
}

Duration RangeSums::within(TimeRange range) const {
    return before(range.end) - before(range.begin);
}

std::optional<std::size_t> RangeSums::lastFrom(Time time) const {
    const auto next = std::upper_bound(m_begin.begin(), m_begin.end(), time);
    if (next == m_begin.begin()) {
        return std::nullopt;
    }
    return static_cast<std::size_t>(next - m_begin.begin()) - 1;
}

Duration RangeSums::before(Time time) const {
    const auto last = lastFrom(time);
    return last ? m_before[*last] + (std::min(time, m_end[*last]) - m_begin[*last]) : Duration{};
}

}  // namespace gaplight
