// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/base/intervals.h"

#include <algorithm>

namespace gaplight {

std::optional<TimeRange> RunningUnion::add(TimeRange range) {
    if (!m_hasRange) {
        m_hasRange = true;
        m_window = range;
        m_length = range.length();
        return std::nullopt;
    }
    const Time covered = m_window.end;
    if (range.end > covered) {
        m_length += range.end - std::max(range.begin, covered);
        m_window.end = range.end;
    }
    return range.begin > covered ? std::optional(TimeRange{covered, range.begin}) : std::nullopt;
}

TimeRange commonPart(TimeRange a, TimeRange b) {
    const Time begin = std::max(a.begin, b.begin);
    return {begin, std::max(begin, std::min(a.end, b.end))};
}

}  // namespace gaplight
