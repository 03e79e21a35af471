// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/base/time.h"
#include "core/index/launch_index.h"
#include "core/trace/trace.h"

namespace gaplight {

// How far the host is ahead of one GPU, as a step function: from each time on, until the next one,
// the time from the newest launch to the start of the last work submitted by then; zero where all
// work that was submitted has begun, so that the GPU will run out of work.
struct QueueLead {
    std::vector<Time> times;     // ascending
    std::vector<Duration> lead;  // from the time of the same position on

    bool empty() const { return times.empty(); }
};

// One point for each activity of a GPU, on any stream, whose launch is known. More than `maxPoints`
// are thinned out to the smallest and the largest lead of equal intervals. O(n log n).
inline constexpr std::size_t kMaxLeadPoints = std::size_t{1} << 20U;
[[nodiscard]] QueueLead queueLead(const Trace& trace, const LaunchIndex& launches,
                                  std::span<const ActivityId> byStart,
                                  std::size_t maxPoints = kMaxLeadPoints);

// Per activity of one GPU, in the order of `byStart`: whether its stream had finished all earlier
// activities of `byStart` when its launch call started (metrics.md, "queue-empty launch"). False
// where no launch is known. O(activities).
[[nodiscard]] std::vector<bool> queueEmptyLaunches(const Trace& trace, const LaunchIndex& launches,
                                                   std::span<const ActivityId> byStart);

// Ranges in which a launch waited because the queue was full (events `Command Buffer Full`): the
// host is as far ahead of the GPU as it can get. Disjoint, in time order. One
// parallel pass over all slices where there are any, none otherwise.
[[nodiscard]] std::vector<TimeRange> fullQueueRanges(const Trace& trace);

// Whether any of these disjoint ranges, in time order, overlaps `range`. O(log ranges).
[[nodiscard]] bool overlapsAny(std::span<const TimeRange> ranges, const TimeRange& range);

}  // namespace gaplight
