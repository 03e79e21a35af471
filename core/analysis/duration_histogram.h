// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/base/time.h"
#include "core/trace/ids.h"

namespace gaplight {

// Slices and, of each, the part of its duration that counts.
struct TimedSlices {
    std::vector<SliceId> slices;
    std::vector<Duration> lengths;

    void add(SliceId slice, Duration length) {
        slices.push_back(slice);
        lengths.push_back(length);
    }
};

// How often slices take how long. Bins from the shortest to the longest are equally wide, or,
// where the longest is more than 16 times the shortest, equally wide on a logarithmic scale.
//   10, 11, 11, 20 us   bins of 0.42 us: 1 in the first, 2 in the third, 1 in the last
struct DurationHistogram {
    static constexpr std::size_t kBins = 24;

    std::array<Duration, kBins + 1> edges{};  // ascending; the last is after the longest
    std::array<std::uint32_t, kBins> counts{};
    bool isLogarithmic = false;

    // All 0 without lengths. O(lengths log bins).
    [[nodiscard]] static DurationHistogram build(std::span<const Duration> lengths);
    // kBins if the length is outside.
    std::size_t binOf(Duration length) const;
    // Those of a bin, in their order. O(slices log bins).
    std::vector<SliceId> slicesIn(std::size_t bin, const TimedSlices& of) const;
};

}  // namespace gaplight
