// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/index/launch_index.h"
#include "core/trace/trace.h"

namespace gaplight {

struct Analysis;
struct DeviceAnalysis;

// Which GPU activities of a range count.
enum class ActivityScope : std::uint8_t {
    Launched,  // those whose launch starts in the range, on the chosen tracks
    Ran,       // those that ran in the range on the chosen tracks, cut to it
};

// An activity that counts, with the part of its duration that does.
struct CountedActivity {
    SliceId launch;  // invalid: none
    SliceId slice;
    Duration length{};
};

// By slice. O(activities).
[[nodiscard]] std::vector<CountedActivity> countedActivities(const Trace& trace,
                                                             const LaunchIndex& launches,
                                                             std::span<const TrackId> tracks,
                                                             TimeRange range, ActivityScope scope);

// Whether a GPU ran less than 5 % of the kernels of the GPU that ran most, of those whose graphs
// were recorded: it has a copy, a reduction, a context, so its idle time says nothing about the
// program. O(GPUs).
[[nodiscard]] bool isSideGpu(const Analysis& analysis, const DeviceAnalysis& device);

}  // namespace gaplight
