// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/analysis/gaps.h"
#include "core/analysis/gpu_activity.h"
#include "core/base/time.h"
#include "core/trace/trace.h"

namespace gaplight {

// Both ranges' common part; empty at the later beginning where they do not meet.
[[nodiscard]] TimeRange commonPart(TimeRange a, TimeRange b);

// The activities that run inside a range at least in part, in the same order. O(activities).
[[nodiscard]] DeviceActivities activitiesWithin(const Trace& trace, DeviceActivities activities,
                                                TimeRange range);

// The parts of gaps that lie in a range, each with the trigger and the launch of the whole gap:
// what a gap is does not change with where one looks. O(gaps).
[[nodiscard]] std::vector<Gap> gapsWithin(std::vector<Gap> gaps, TimeRange range);

// The slices of a list that start in a range.
[[nodiscard]] std::vector<SliceId> startingWithin(const Trace& trace, std::vector<SliceId> slices,
                                                  TimeRange range);

}  // namespace gaplight
