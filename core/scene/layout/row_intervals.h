// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/base/time.h"
#include "core/trace/ids.h"

namespace gaplight {

// A time interval on one row of a track.
struct RowInterval {
    TrackId track;
    std::uint16_t row = 0;
    TimeRange range;
};

// Time intervals grouped by row, so that the visible ones are found in O(log n). Immutable.
class RowIntervals {
public:
    // The intervals of one row, in time order, without overlap.
    struct Row {
        TrackId track;
        std::uint16_t row = 0;
        std::uint32_t first = 0;
        std::uint32_t count = 0;
    };

    RowIntervals() = default;
    // `intervals` in any order. If two overlap on a row, the later one is cut to start where the
    // earlier one ends; empty ones are dropped. O(n log n).
    [[nodiscard]] static RowIntervals build(std::vector<RowInterval> intervals);

    [[nodiscard]] bool empty() const { return m_ranges.empty(); }
    // The rows of a track, top to bottom. O(log rows).
    [[nodiscard]] std::span<const Row> rows(TrackId track) const;
    [[nodiscard]] std::span<const TimeRange> ranges(const Row& row) const {
        return std::span(m_ranges).subspan(row.first, row.count);
    }

private:
    std::vector<Row> m_rows;
    std::vector<TimeRange> m_ranges;
};

}  // namespace gaplight
