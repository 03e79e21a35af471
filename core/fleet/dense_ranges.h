// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/analysis/ranks/rank_timeline.h"
#include "core/base/time.h"

namespace gaplight {

// Several ranges that are close together, as one: a thousand kernels with short gaps between them
// take as much of a summary as one kernel.
//   ranges 0..4, 6..8, 30..40     at most two: 0..8 with 6 covered in 2 parts, 30..40
// Sums of covered time stay exact, and time within a dense range is spread evenly.
struct DenseRange {
    TimeRange range;
    Duration covered{};       // of the range
    std::uint32_t parts = 1;  // ranges that it stands for, at most kMaxDenseParts
    friend bool operator==(const DenseRange&, const DenseRange&) = default;
};

inline constexpr std::uint32_t kMaxDenseParts = 16;

// How many dense ranges there may be.
struct DenseLimits {
    std::size_t usual = 1;
    std::size_t most = 1;  // where all beside `apart` stays exact
};

// For `ranges` (disjoint, in time order): the shortest gaps between them are closed first, of equal
// ones the earlier. A gap between two ranges that overlap or enclose one of `apart` stays open if
// all of these do, beside half of the usual number. O(n log n).
[[nodiscard]] std::vector<DenseRange> denseRanges(std::span<const TimeRange> ranges,
                                                  DenseLimits limits,
                                                  const CoveredRanges& apart = {});

// Ranges that stand for dense ones: `parts` each, of equal length and distance, the first and the
// last at its ends.
[[nodiscard]] std::vector<TimeRange> partsOf(std::span<const DenseRange> ranges);

}  // namespace gaplight
