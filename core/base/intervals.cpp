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

void MergedRanges::add(TimeRange range) {
    if (m_ranges.empty() || range.begin > m_ranges.back().end) {
        m_ranges.push_back(range);
    } else {
        m_ranges.back().end = std::max(m_ranges.back().end, range.end);
    }
}

Duration MergedRanges::length() const {
    Duration sum{};
    for (const TimeRange& range : m_ranges) {
        sum += range.length();
    }
    return sum;
}

Duration MergedRanges::uncovered(TimeRange range) const {
    Duration rest = range.length();
    for (auto next = firstEndingAfter(range.begin);
         next != m_ranges.end() && next->begin < range.end; ++next) {
        rest -= commonPart(*next, range).length();
    }
    return rest;
}

bool MergedRanges::overlaps(TimeRange range) const {
    const auto next = firstEndingAfter(range.begin);
    return next != m_ranges.end() && next->begin < range.end;
}

std::vector<TimeRange>::const_iterator MergedRanges::firstEndingAfter(Time time) const {
    return std::upper_bound(m_ranges.begin(), m_ranges.end(), time,
                            [](Time value, const TimeRange& range) { return value < range.end; });
}

std::vector<TimeRange> rangesOutside(const std::vector<TimeRange>& ranges,
                                     const std::vector<TimeRange>& removed) {
    std::vector<TimeRange> left;
    auto cut = removed.begin();
    for (TimeRange range : ranges) {
        while (cut != removed.end() && cut->end <= range.begin) {
            ++cut;
        }
        // The last one may reach into the next range: it is looked at again.
        for (auto at = cut; at != removed.end() && at->begin < range.end; ++at) {
            if (range.begin < at->begin) {
                left.push_back({range.begin, at->begin});
            }
            range.begin = at->end;
        }
        if (range.begin < range.end) {
            left.push_back(range);
        }
    }
    return left;
}

TimeRange commonPart(TimeRange a, TimeRange b) {
    const Time begin = std::max(a.begin, b.begin);
    return {begin, std::max(begin, std::min(a.end, b.end))};
}

}  // namespace gaplight
