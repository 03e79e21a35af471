// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/analysis/counted_activities.h"
#include "core/base/time.h"

namespace gaplight {

// How often activities take how long. Bins from the shortest to the longest are equally wide, or,
// where the longest is more than 16 times the shortest, equally wide on a logarithmic scale.
//   10, 11, 11, 20 us   bins of 0.42 us: 1 in the first, 2 in the third, 1 in the last
struct DurationHistogram {
    static constexpr std::size_t kBins = 24;

    std::array<Duration, kBins + 1> edges{};  // ascending; the last is after the longest
    std::array<std::uint32_t, kBins> counts{};
    bool isLogarithmic = false;

    // All 0 without activities. O(activities log bins).
    [[nodiscard]] static DurationHistogram build(std::span<const CountedActivity> activities);
    // kBins if the length is outside.
    std::size_t binOf(Duration length) const;
    // Those of a bin, in their order. O(activities log bins).
    std::vector<SliceId> slicesIn(std::size_t bin,
                                  std::span<const CountedActivity> activities) const;
};

}  // namespace gaplight
