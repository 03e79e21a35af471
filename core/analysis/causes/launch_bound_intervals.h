// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/analysis/analysis.h"
#include "core/analysis/causes/held_up_calls.h"
#include "core/analysis/host/profiler_overhead.h"
#include "core/analysis/steps/steps.h"
#include "core/base/time.h"
#include "core/index/launch_index.h"
#include "core/trace/trace.h"

namespace gaplight {

// One activity of a launch-bound interval and the call that launched it.
struct IntervalLaunch {
    ActivityId activity;
    SliceId launch;
    // The gap that this activity ended, if its launch had not returned when the gap began, without
    // the time that the host spent in waits and in the copy itself; zero for the first activity of
    // an interval.
    Duration idleBefore{};
    bool queueEmpty = false;  // metrics.md, "queue-empty launch"
    // Its gap where that is one piece of host code (kMinPiece), which is no launch one by one and
    // not in `idleBefore`.
    Duration codeBefore{};
};

// Launch-bound interval: consecutive activities of one GPU, launched one by one, of which many find
// an empty queue. The GPU finishes each before the host has launched the next one.
struct LaunchBoundInterval {
    GpuId device;
    TrackId thread;                        // set by cutIntoParts
    std::vector<IntervalLaunch> launches;  // by start of the activity
    std::uint64_t queueEmpty = 0;          // of them
    TimeRange host{};                      // first launch call's start to the last one's end
    TimeRange gpu{};                       // with the idle time before the first activity
    Duration idle{};                       // sum of idleBefore
    Duration code{};                       // sum of codeBefore
    std::optional<std::size_t> step;       // set by cutIntoParts, where one is known

    Duration busy() const { return gpu.length() - idle - code; }
    // What would be left of `idle` without the profiler, which slows the host and not the GPU.
    // After cutIntoParts.
    Duration idleWithout(const ProfilerOverhead& overhead) const;
};

// A gap is one piece of host code where it lasts at least kMinPiece without waits and kPieceFactor
// × the interval's median time between two launches, and one call takes kMajorityPercent of the
// host's time in it and has as much of its own time there: what runs in it is longer than what it
// launches, and can be found, moved or made faster by itself. Where every launch takes that long,
// the median does too: then it is what launching costs there. So it is where pieces are less than
// kMinPiecesPercent of the interval's gaps: some launches take longer than others.
inline constexpr Duration kMinPiece = std::chrono::microseconds(100);  // gpu-idle's shortest gap
inline constexpr std::int64_t kPieceFactor = 5;
inline constexpr std::int64_t kMinPiecesPercent = 20;

struct LaunchBoundLimits {
    // An interval lasts at least this long on the host and has at least so many activities.
    Duration minLength = std::chrono::milliseconds(1);
    std::uint64_t minActivities = 32;
    // At least this share of them, in ppm, finds an empty queue. Operators launch in twos and
    // threes; the second of such a burst still finds the first one running.
    std::int64_t minQueueEmptyPpm = 200'000;
    // And the GPU is idle for at least this share of it, in ppm.
    std::int64_t minIdlePpm = 100'000;
    // An interval ends at a graph replay, at a pause of this length between two launches (time in
    // which the host waits for the GPU does not count), or where so many activities in a row found
    // work still queued.
    Duration maxPause = std::chrono::microseconds(500);
    std::uint64_t runAhead = 16;

    bool operator==(const LaunchBoundLimits&) const = default;
};

// What is the same for all GPUs of a trace.
struct LaunchBoundScope {
    std::vector<TimeRange> fullQueue;     // fullQueueRanges()
    std::vector<bool> isGraphLaunch;      // by name: a call that replays a graph
    const HeldUpCalls* heldUp = nullptr;  // time in which the host was held up is no idle time

    // O(slices + names).
    [[nodiscard]] static LaunchBoundScope of(const Trace& trace);
};

// The intervals of one GPU in time order, whichever threads launch them (backward follows forward).
// None where the queue was full. O(activities × log blocking calls).
[[nodiscard]] std::vector<LaunchBoundInterval> launchBoundIntervals(
    const Trace& trace, const LaunchIndex& launches, const Analysis& analysis,
    const LaunchBoundScope& scope, const DeviceAnalysis& device,
    const LaunchBoundLimits& limits = {});

// Cuts an interval at steps and threads, in time order: a part ends where another thread makes
// kOtherThreadLaunches launches in a row (backward between forward and optimizer), so that parts do
// not cover each other. Where steps were found by their kernels, an
// interval of at most kOneStepPercent of a step's length counts as one step: such a step begins at
// any kernel of the loop, an interval where the loop's body does.
inline constexpr std::int64_t kOneStepPercent = 150;
inline constexpr std::size_t kOtherThreadLaunches = 4;
[[nodiscard]] std::vector<LaunchBoundInterval> cutIntoParts(const Trace& trace,
                                                            const LaunchBoundInterval& interval,
                                                            const Steps& steps);

// Cuts a part at its pieces of host code, so that no part contains one. Time order.
[[nodiscard]] std::vector<LaunchBoundInterval> cutAtCode(const Trace& trace,
                                                         LaunchBoundInterval part);

}  // namespace gaplight
