// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/ranks/rank_set.h"
#include "core/session/range_pivot.h"

namespace gaplight {

// A range of one rank, on its own clock.
struct RankRange {
    std::string rank;  // rankName()
    std::shared_ptr<const Session> session;
    std::vector<TrackId> tracks;
    TimeRange range;
};

// A range over some tracks of one rank, on all ranks at the same moments. Their tracks are the
// streams of the same numbers, the main threads, and other threads and tracks in their order.
// `shown`: a position in `set.ranks`. Ranks that cannot be placed on the axis are left out; empty
// where the shown one cannot. O(tracks of all ranks).
[[nodiscard]] std::vector<RankRange> rangeOnRanks(const RankSet& set, std::size_t shown,
                                                  std::span<const TrackId> tracks, TimeRange range);

// One group for each rank with slices in its range, the one with most time first. They have no
// slices, which would be of several traces. O(slices in the ranges). Errors: Cancelled.
[[nodiscard]] Result<RangePivot> pivotRanks(std::span<const RankRange> ranks,
                                            const std::stop_token& stop = {});

}  // namespace gaplight
