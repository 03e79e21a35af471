// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/analysis/analysis.h"
#include "core/analysis/host/profiler_overhead.h"
#include "core/analysis/steps/steps.h"
#include "core/base/time.h"
#include "core/index/launch_index.h"
#include "core/trace/trace.h"

namespace gaplight {

// One activity of a stretch and the call that launched it.
struct StretchLaunch {
    ActivityId activity;
    SliceId launch;
    // The gap that this activity ended, if its launch had not returned when the gap began; zero
    // for the first activity of a stretch.
    Duration idleBefore{};
    bool queueEmpty = false;
};

// Activities of one GPU that the host launches one by one while the GPU keeps up with it: the GPU
// waits for the host again and again ("the CPU trails the GPU").
struct LaunchStretch {
    GpuId device;
    TrackId thread;                       // set by cutIntoParts
    std::vector<StretchLaunch> launches;  // by start of the activity
    std::uint64_t queueEmpty = 0;         // of them
    TimeRange host{};                     // first launch call's start to the last one's end
    TimeRange gpu{};                      // first activity's start to the last one's end
    Duration idle{};                      // sum of idleBefore
    std::optional<std::size_t> step;      // set by cutIntoParts, where one is known

    [[nodiscard]] Duration busy() const { return gpu.length() - idle; }
    // What would be left of `idle` without the profiler, which slows the host and not the GPU.
    [[nodiscard]] Duration idleWithout(const ProfilerOverhead& overhead) const;
};

struct StretchLimits {
    // A stretch is at least this long on the host, of at least so many activities.
    Duration minLength = std::chrono::milliseconds(1);
    std::uint64_t minActivities = 32;
    // At least this share of them, in ppm, finds an empty queue. Operators launch in twos and
    // threes; the second of such a burst still finds the first one running.
    std::int64_t minQueueEmptyPpm = 400'000;
    // It ends where the host launches nothing for so long, waits for the GPU, replays a graph, or
    // where so many activities in a row found work still queued.
    Duration maxPause = std::chrono::microseconds(500);
    std::uint64_t runAhead = 16;
};

// The intervals of one GPU in time order, whichever threads launch them: backward goes on where
// forward ends. None where the queue was full (see fullQueueRanges).
// O(activities × log blocking calls).
[[nodiscard]] std::vector<LaunchStretch> launchStretches(const Trace& trace,
                                                         const LaunchIndex& launches,
                                                         const Analysis& analysis,
                                                         const DeviceAnalysis& device,
                                                         const StretchLimits& limits = {});

// The stretch in parts, in time order: one per step and thread that launches in it. A stretch that
// is no longer than kOneStepPercent of a step is taken for one step where steps were told by their
// kernels: such steps begin at any kernel of the loop, a stretch begins where the loop does.
inline constexpr std::int64_t kOneStepPercent = 150;
[[nodiscard]] std::vector<LaunchStretch> cutIntoParts(const Trace& trace,
                                                      const LaunchStretch& stretch,
                                                      const Steps& steps);

}  // namespace gaplight
