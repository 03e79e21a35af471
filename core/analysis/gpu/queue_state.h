// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "core/base/time.h"
#include "core/index/launch_index.h"
#include "core/trace/trace.h"

namespace gaplight {

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
