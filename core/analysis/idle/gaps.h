// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/analysis/gpu/gpu_activity.h"
#include "core/analysis/host/blocking_calls.h"
#include "core/base/time.h"
#include "core/index/launch_index.h"
#include "core/trace/trace.h"

namespace gaplight {

// The last blocking call that started before `launch` on the same thread; an invalid id if there is
// none. `calls`: in ascending order of their slices. O(log calls).
[[nodiscard]] SliceId lastBlockingCallBefore(const Trace& trace,
                                             std::span<const BlockingCall> calls, SliceId launch);

// Why the queue of a GPU ran dry (metrics.md, "Why a GPU was idle").
enum class GapTrigger : std::uint8_t { GpuSide, AfterSync, HostLate, Unknown, Count_ };
// Stable snake_case name, as in the command line's JSON.
[[nodiscard]] std::string_view gapTriggerName(GapTrigger trigger);

using IdleByTrigger = std::array<Duration, static_cast<std::size_t>(GapTrigger::Count_)>;

// A maximal interval inside a GPU's window without activity on any of its streams.
struct Gap {
    Time begin;
    Time end;
    SliceId activity;      // that ends the gap: of those that start there, the first
                           // launched, else the first
    SliceId launch;        // its launch call; invalid if there is none
    SliceId blockingCall;  // AfterSync: the call that the host had waited in
    GapTrigger trigger = GapTrigger::Unknown;

    constexpr TimeRange range() const { return {begin, end}; }
    constexpr Duration length() const { return end - begin; }
};

// All gaps in the window of one GPU in time order; their lengths sum to its idle time exactly.
// `blockingCalls`: result of blockingCalls(). O(activities + gaps log blocking calls).
[[nodiscard]] std::vector<Gap> findGaps(const Trace& trace, const LaunchIndex& launches,
                                        const DeviceActivities& activities,
                                        std::span<const BlockingCall> blockingCalls);

[[nodiscard]] IdleByTrigger idleByTrigger(std::span<const Gap> gaps);

// Gaps cut to a range; each part keeps trigger and launch of the whole gap. O(gaps).
[[nodiscard]] std::vector<Gap> gapsWithin(std::vector<Gap> gaps, TimeRange range);

}  // namespace gaplight
