// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "core/base/time.h"

namespace gaplight {

// The union of ranges that come in the order of their starts: its length, and the holes in it.
// Constant space and time per range. A range of length 0 covers nothing, but ends a hole.
class RunningUnion {
public:
    // Gives the hole between everything so far and this range, if there is one.
    std::optional<TimeRange> add(TimeRange range);

    [[nodiscard]] Duration length() const { return m_length; }
    // First start to last end of all ranges; empty at 0 if there was none.
    [[nodiscard]] TimeRange window() const { return m_window; }

private:
    TimeRange m_window{};
    Duration m_length{};
    bool m_hasRange = false;
};

// The union of ranges that come in the order of their starts, kept as disjoint ranges that do not
// touch. 16 bytes a range.
class MergedRanges {
public:
    void add(TimeRange range);

    [[nodiscard]] const std::vector<TimeRange>& ranges() const { return m_ranges; }
    // Sum of their lengths. O(ranges).
    [[nodiscard]] Duration length() const;
    // How much of `range` no range covers. O(log n + ranges that overlap it).
    [[nodiscard]] Duration uncovered(TimeRange range) const;
    // Whether any range has a part in common with `range`. O(log n).
    [[nodiscard]] bool overlaps(TimeRange range) const;

private:
    [[nodiscard]] std::vector<TimeRange>::const_iterator firstEndingAfter(Time time) const;

    std::vector<TimeRange> m_ranges;
};

// Both ranges' common part; empty at the later beginning where they do not meet.
[[nodiscard]] TimeRange commonPart(TimeRange a, TimeRange b);

}  // namespace gaplight
