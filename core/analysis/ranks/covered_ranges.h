// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/base/time.h"

namespace gaplight {

// How much of an interval some ranges cover: sums of lengths, so that a query costs O(log n).
// 16.5 bytes a range.
class CoveredRanges {
public:
    CoveredRanges() = default;
    // Disjoint, in time order.
    explicit CoveredRanges(std::vector<TimeRange> ranges);

    std::span<const TimeRange> ranges() const { return m_ranges; }
    Duration within(TimeRange range) const;
    // The ranges that overlap `range`, in time order.
    std::span<const TimeRange> overlapping(TimeRange range) const;

private:
    static constexpr std::size_t kSumEvery = 16;

    Duration before(Time time) const;

    std::vector<TimeRange> m_ranges;
    std::vector<Duration> m_before;  // per kSumEvery ranges: length of all before the first of them
};

// What any of `ranges` covers. O(n log n).
[[nodiscard]] CoveredRanges unionOfRanges(std::vector<TimeRange> ranges);

}  // namespace gaplight
