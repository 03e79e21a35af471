// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/layout/row_intervals.h"

#include <algorithm>
#include <tuple>

#include <tbb/parallel_sort.h>

namespace gaplight {

RowIntervals RowIntervals::build(std::vector<RowInterval> intervals) {
    const auto key = [](const RowInterval& one) {
        return std::tuple(one.track, one.row, one.range.begin, one.range.end);
    };
    tbb::parallel_sort(intervals.begin(), intervals.end(),
                       [&](const RowInterval& a, const RowInterval& b) { return key(a) < key(b); });
    RowIntervals built;
    built.m_ranges.reserve(intervals.size());
    for (const RowInterval& one : intervals) {
        TimeRange range = one.range;
        const bool isSameRow = !built.m_rows.empty() && built.m_rows.back().track == one.track &&
                               built.m_rows.back().row == one.row;
        if (isSameRow) {
            range.begin = std::max(range.begin, built.m_ranges.back().end);
        }
        if (range.begin >= range.end) {
            continue;
        }
        if (!isSameRow) {
            built.m_rows.push_back(
                {one.track, one.row, static_cast<std::uint32_t>(built.m_ranges.size()), 0});
        }
        built.m_ranges.push_back(range);
        ++built.m_rows.back().count;
    }
    return built;
}

std::span<const RowIntervals::Row> RowIntervals::rows(TrackId track) const {
    const auto first = std::partition_point(m_rows.begin(), m_rows.end(),
                                            [track](const Row& row) { return row.track < track; });
    const auto last = std::partition_point(first, m_rows.end(),
                                           [track](const Row& row) { return row.track == track; });
    return {first, last};
}

}  // namespace gaplight
