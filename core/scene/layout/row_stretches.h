// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/base/time.h"
#include "core/trace/ids.h"

namespace gaplight {

// A stretch of time on one row of a track.
struct RowStretch {
    TrackId track;
    std::uint16_t row = 0;
    TimeRange range;
};

// Stretches by the row they lie on, so that a view finds those it shows in O(log n). Immutable.
class RowStretches {
public:
    // Of one row, in time order, without overlap.
    struct Lane {
        TrackId track;
        std::uint16_t row = 0;
        std::uint32_t first = 0;
        std::uint32_t count = 0;
    };

    RowStretches() = default;
    // In any order; of stretches that overlap on a row, the later one begins where the earlier one
    // ends. Empty ones are left out. O(n log n).
    [[nodiscard]] static RowStretches build(std::vector<RowStretch> stretches);

    [[nodiscard]] bool empty() const { return m_ranges.empty(); }
    // The rows of a track, top to bottom. O(log lanes).
    [[nodiscard]] std::span<const Lane> lanes(TrackId track) const;
    [[nodiscard]] std::span<const TimeRange> ranges(const Lane& lane) const {
        return std::span(m_ranges).subspan(lane.first, lane.count);
    }

private:
    std::vector<Lane> m_lanes;
    std::vector<TimeRange> m_ranges;
};

}  // namespace gaplight
