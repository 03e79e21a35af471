// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <optional>
#include <span>
#include <vector>

#include "core/analysis/ranks/joint_collective.h"
#include "core/analysis/ranks/rank_timeline.h"
#include "core/base/time.h"

namespace gaplight {

// A lead up to this, or up to twice the clocks' uncertainty, names no late rank.
inline constexpr Duration kMinLead = std::chrono::microseconds(100);

// Sets the figures of a collective from its parts' kernels, but for the lengths of waits
// (joint_waits.h). O(parts).
void measureCollective(JointCollective& joint, Duration uncertainty);

// The end of a rank's last communication of an earlier step, where all ranks were together; the
// begin of the first step where there is none.
struct StepEntry {
    Time time;
    bool isKnown = false;
};
// One entry for each step from -1 (before the first) to the one after the last. `kernelOfCall`: for
// each call the time of its kernel, on the axis of `timeline`. `beforeCapture`: end of the last
// communication launched before the capture.
[[nodiscard]] std::vector<StepEntry> stepEntries(const CommCalls& calls,
                                                 const RankTimeline& timeline,
                                                 std::span<const TimeRange> kernelOfCall,
                                                 std::optional<Time> beforeCapture);

// Per call, of those that have a kernel. `timeline`, `kernelOfCall`: on one clock. O(calls +
// activities).
[[nodiscard]] std::vector<Approach> approachesOf(const CommCalls& calls,
                                                 const RankTimeline& timeline,
                                                 std::span<const TimeRange> kernelOfCall,
                                                 std::span<const StepEntry> entries);

// Sets the entries of all parts, and lateness and causes of all late collectives. A rank that is
// late into several at once is late once. `entries`: stepEntries() of each rank. O(collectives log
// collectives + parts).
void explainLateRanks(std::vector<JointCollective>& collectives, std::span<const CommCalls> calls,
                      std::span<const RankTimeline> timelines,
                      std::span<const std::vector<StepEntry>> entries);

}  // namespace gaplight
