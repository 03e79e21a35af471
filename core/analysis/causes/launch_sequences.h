// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/analysis/analysis.h"
#include "core/base/time.h"
#include "core/index/launch_index.h"
#include "core/trace/trace.h"

namespace gaplight {

// The activities that the host launches within a range of time, from all threads and on all GPUs.
struct LaunchSequence {
    TimeRange range{};
    std::vector<ActivityId> activities;  // in launch order; without those of CUDA graphs
    std::uint64_t graphLaunches = 0;     // calls
};

// One per range; `ranges` are disjoint and in time order. O(activities log activities).
[[nodiscard]] std::vector<LaunchSequence> launchSequences(const Trace& trace,
                                                          const LaunchIndex& launches,
                                                          const Analysis& analysis,
                                                          std::span<const TimeRange> ranges);

// The positions of the largest set of equal sequences: activities of the same names in the same
// order, and the same number of graph launches. Ascending; of equally large sets the first.
// O(activities).
[[nodiscard]] std::vector<std::size_t> mostRepeated(const Trace& trace,
                                                    std::span<const LaunchSequence> sequences);

// The activities of `b` with another grid, block or number of bytes than those of `a`. Both launch
// the same names. O(activities log activities).
[[nodiscard]] std::vector<ActivityId> differentShapes(const Trace& trace, const LaunchSequence& a,
                                                      const LaunchSequence& b);

}  // namespace gaplight
