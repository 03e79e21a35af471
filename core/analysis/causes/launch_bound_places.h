// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "core/analysis/analysis.h"
#include "core/analysis/causes/launch_stretches.h"
#include "core/analysis/torch/place.h"
#include "core/index/launch_index.h"
#include "core/trace/trace.h"

namespace gaplight {

// Where a GPU keeps waiting for launches: the stretches (launch_stretches.h) that lie at one place
// of the program, cut at its steps.
struct LaunchBoundPlace {
    Place place;  // of the slice that encloses most of a stretch; all invalid: no one place
    GpuId gpu;
    std::vector<LaunchStretch> parts;  // in time order
    std::uint64_t activities = 0;
    std::uint64_t queueEmpty = 0;  // of them
    Duration length{};             // of the parts on the GPU
    Duration idle{};
    Duration idleUnprofiled{};  // what the profiler's slowdown of the host does not explain
};

// A place is worth naming where this share of the GPU's window, in ppm, would be left idle without
// the profiler. Profiled runs of a GPU-bound program fall short of the launches at times: 2.9 % in
// the recorded ResNet-50 training with stacks, against 9 % and more where launches are the limit.
inline constexpr std::int64_t kLaunchBoundSharePpm = 50'000;

// Most idle time first; smaller places of a GPU are taken together as one without a name, which
// must then weigh three times as much. GPUs
// whose graphs were under-recorded are left out. O(activities log activities).
[[nodiscard]] std::vector<LaunchBoundPlace> launchBoundPlaces(
    const Trace& trace, const LaunchIndex& launches, const Analysis& analysis,
    const PlaceFinder& places, const StretchLimits& limits = {},
    std::int64_t minSharePpm = kLaunchBoundSharePpm);

}  // namespace gaplight
