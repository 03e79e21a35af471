// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/analysis/analysis.h"
#include "core/analysis/steps/steps.h"
#include "core/base/time.h"
#include "core/trace/trace.h"

namespace gaplight {

// The union of ranges in any order: disjoint, ascending, none empty. O(n log n).
[[nodiscard]] std::vector<TimeRange> unionOf(std::vector<TimeRange> ranges);

// Sum of the lengths of disjoint ranges.
[[nodiscard]] Duration lengthOf(std::span<const TimeRange> disjoint);

// Idle time inside disjoint, ascending ranges, summed over GPUs. GPUs whose graphs are
// under-recorded are left out.
// O(ranges log gaps + gaps inside).
[[nodiscard]] Duration idleInside(const Analysis& analysis, std::span<const TimeRange> ranges);

// A gap: its GPU, as index into Analysis::devices, and its index there.
struct GapRef {
    std::uint32_t device = 0;
    std::uint32_t gap = 0;
};

// Idle time of GPUs that one blocking call explains: what would be gained without the call.
struct WaitExposure {
    Duration idle{};
    std::vector<GapRef> gaps;  // explained completely
};

// The calls on the launching thread that touch the gap and precede its launch. `calls`: all
// blocking calls, by slice. O(log calls + result).
[[nodiscard]] std::span<const BlockingCall> callsInside(const Trace& trace,
                                                        std::span<const BlockingCall> calls,
                                                        const Gap& gap);

// One entry per Analysis::blockingCalls. A wait explains at most as much idle time as it lasted,
// since the host would gain no more without it.
//   gap of trigger AfterSync  the nearest wait that lasted as long as the gap and has so much left:
//                             Gap::blockingCall, then earlier waits of its thread and step. If
//                             there is none, Gap::blockingCall explains what it has left of the
//                             gap.
//   any other gap             a call explains the time that the host spent in it inside the gap
// Gaps of GPUs whose graphs are under-recorded are left out. O((calls + gaps) log).
[[nodiscard]] std::vector<WaitExposure> waitExposures(const Trace& trace, const Analysis& analysis,
                                                      const StepIndex& steps);

}  // namespace gaplight
