// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "core/analysis/analysis.h"
#include "core/analysis/causes/launch_bound_intervals.h"
#include "core/analysis/torch/place.h"
#include "core/index/launch_index.h"
#include "core/trace/trace.h"

namespace gaplight {

// The launch-bound intervals of one GPU (launch_bound_intervals.h) that were launched by one place
// of the program, cut at its steps.
struct LaunchBoundPlace {
    Place place;  // of the slice that encloses most of an interval; all invalid: unknown
    GpuId gpu;
    std::vector<LaunchBoundInterval> parts;  // in time order
    std::uint64_t activities = 0;
    std::uint64_t queueEmpty = 0;  // of them
    Duration length{};             // of the union of the parts on the GPU
    Duration idle{};
    Duration recording{};       // what the profiler cost their threads
    Duration idleUnprofiled{};  // without the profiler (profiler_overhead.h)
};

// A place is reported where this share of the GPU's window, in ppm, would be idle in it without the
// profiler: a warning begins there.
inline constexpr std::int64_t kLaunchBoundSharePpm = 10'000;
// And where its parts would be idle for LaunchBoundLimits::minIdlePpm without the profiler too:
// stretches of GPU-bound programs fall short of the launches at times, by at most 9 %.

// Most idle time first. Places below the share are merged into one without a name, which must then
// have three times the share. GPUs whose graphs were under-recorded are left out. O(activities log
// activities).
[[nodiscard]] std::vector<LaunchBoundPlace> launchBoundPlaces(
    const Trace& trace, const LaunchIndex& launches, const Analysis& analysis,
    const PlaceFinder& places, const ProfilerOverhead& overhead, const HeldUpCalls& heldUp,
    const LaunchBoundLimits& limits = {}, std::int64_t minSharePpm = kLaunchBoundSharePpm);

// Whether two places belong to one loop of the program: they are on one GPU, and both launch in at
// least two steps and in at least half of the steps in which either launches. O(parts log parts).
[[nodiscard]] bool runInSameSteps(const LaunchBoundPlace& a, const LaunchBoundPlace& b);

// Adds parts of another place of the same GPU. O(activities + parts log parts).
void addParts(LaunchBoundPlace& place, const LaunchBoundPlace& other);

}  // namespace gaplight
