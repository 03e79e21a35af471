// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "core/base/time.h"

namespace gaplight {

// The length of the union of ranges added in the order of their starts, and the gaps between them.
// O(1) per range. A range of length 0 covers nothing, but ends a gap.
class RunningUnion {
public:
    // Returns the gap between all earlier ranges and this one, if any.
    std::optional<TimeRange> add(TimeRange range);

    Duration length() const { return m_length; }
    // First start to last end of all ranges; empty at 0 if there was none.
    TimeRange window() const { return m_window; }

private:
    TimeRange m_window{};
    Duration m_length{};
    bool m_hasRange = false;
};

// The union of ranges added in the order of their starts, as disjoint ranges that do not touch.
// 16 bytes a range.
class MergedRanges {
public:
    void add(TimeRange range);

    const std::vector<TimeRange>& ranges() const { return m_ranges; }
    // Sum of their lengths. O(ranges).
    Duration length() const;
    // The length of `range` that is outside the union. O(log n + ranges that overlap it).
    Duration uncovered(TimeRange range) const;
    // Whether `range` overlaps the union. O(log n).
    bool overlaps(TimeRange range) const;

private:
    std::vector<TimeRange>::const_iterator firstEndingAfter(Time time) const;

    std::vector<TimeRange> m_ranges;
};

// What of disjoint ranges in time order is outside of `removed`, in time order.
// O(ranges + removed).
[[nodiscard]] std::vector<TimeRange> rangesOutside(const std::vector<TimeRange>& ranges,
                                                   const std::vector<TimeRange>& removed);

// The intersection of two ranges; empty, at the later begin, if they do not overlap.
[[nodiscard]] TimeRange commonPart(TimeRange a, TimeRange b);

}  // namespace gaplight
