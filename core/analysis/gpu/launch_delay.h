// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/analysis/gpu/gpu_activity.h"
#include "core/base/time.h"
#include "core/index/launch_index.h"
#include "core/trace/trace.h"

namespace gaplight {

// What was launched inside a slice of a host thread: by calls of its thread that start in it.
struct LaunchedWork {
    std::uint64_t activities = 0;
    Duration sum{};     // of their durations
    Duration busy{};    // length of their union, per GPU, summed over GPUs
    TimeRange range{};  // first start to last end; empty at 0 without activities
};

// O(launches inside + activities log activities); all zero for slices of other tracks.
[[nodiscard]] LaunchedWork workLaunchedIn(const Trace& trace, const LaunchIndex& launches,
                                          SliceId slice);

// Launch delays: activity start - end of its launch call, which may be negative.
struct LaunchDelays {
    std::uint64_t count = 0;
    // Element floor(count x p / 100) of the ascending delays; empty where count is 0.
    std::optional<Duration> p50;
    std::optional<Duration> p95;
};

// By whether the stream had finished all earlier activities when the call started. Delays of
// queue-empty launches are launch latency; delays of the others are time spent in the queue, which
// is healthy.
struct LaunchDelayTotals {
    LaunchDelays queueEmpty;
    LaunchDelays queued;
};

// Over the activities of one GPU, with a range over those that start inside. O(activities).
[[nodiscard]] LaunchDelayTotals launchDelayTotals(const Trace& trace, const LaunchIndex& launches,
                                                  const DeviceActivities& activities,
                                                  const std::optional<TimeRange>& range = {});

struct KernelLaunchDelay {
    SliceId launch;
    SliceId activity;
    Duration delay{};
};

// What launching itself costs: the delays of kernels launched into an empty queue of a GPU that
// runs nothing on any stream when the call returns. Copies are left out, since their calls may
// wait, and so is what waited for another stream. `byStart`: the activities of one GPU.
// O(activities).
[[nodiscard]] std::vector<KernelLaunchDelay> kernelLaunchDelays(
    const Trace& trace, const LaunchIndex& launches, std::span<const ActivityId> byStart);

}  // namespace gaplight
