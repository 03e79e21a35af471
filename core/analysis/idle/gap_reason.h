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
#include "core/analysis/idle/gap_activity.h"
#include "core/analysis/idle/gaps.h"
#include "core/analysis/startup/first_uses.h"
#include "core/analysis/steps/steps.h"
#include "core/analysis/torch/name_classes.h"
#include "core/base/time.h"
#include "core/index/launch_index.h"
#include "core/trace/trace.h"

namespace gaplight {

// What explains a gap (metrics.md, "Explained idle time").
enum class GapReasonKind : std::uint8_t {
    None,
    // Decided before any rule runs: such a gap belongs to no other finding.
    FirstUse,          // FirstUses::explains(); the finding first-use has it
    Profiler,          // the profiler's own work fills most of it
    GraphNotRecorded,  // replayed graphs whose kernels were not recorded
    Sampled,           // only some calls of the host were recorded (isSampled)
    ClocksDiffer,      // the GPU's clock was not the host's (IssueKind::ClocksDiffer)
    WaitingForRank,    // its launching thread waits for other ranks (RankWaits) for most of it
    WorkNotRecorded,   // the host waited on after all recorded work had ended (outlastingWaits)
    EarlierWork,       // a GPU's first gap beyond kMaxReturn ends with the first work of a stream,
                  // which was launched as long before: the GPU ran work from before the capture
    CaptureEdge,  // its launch starts outside of all ProfilerSteps
    // For gaps that no finding explains.
    HostNotRecorded,  // no launch, or nothing of the launching thread was recorded
    BelowThreshold,   // shorter than usualLaunchInterval()
    // For gaps that no finding with a price touches: the work was launched before the gap began.
    AlreadyLaunched,
    // For gaps that no finding touches, not even one without a price.
    HostBetweenLaunches,  // isBetweenLaunches()
    // A finding explains it; set by the engine of the rules alone (GapReason).
    ByRule,
    Count_,
};
// Stable snake_case name, as in the command line's JSON.
[[nodiscard]] std::string_view gapReasonName(GapReasonKind explanation);
// Whether rules leave out a gap of this explanation.
[[nodiscard]] constexpr bool isTakenOut(GapReasonKind explanation) {
    return explanation >= GapReasonKind::FirstUse && explanation <= GapReasonKind::CaptureEdge;
}

// Whether a gap is only the host's time from one launch to the next: the GPU waited for the host
// (HostLate, AfterSync), which ran code or API calls, not a wait, and was back within
// kMaxBetweenLaunches. What is longer is one event that can be found on the timeline, and which a
// finding has to name.
inline constexpr Duration kMaxBetweenLaunches = std::chrono::microseconds(500);
[[nodiscard]] bool isBetweenLaunches(const Gap& gap, GapActivity mainActivity);

// Whether only a sample of the events is in the trace: some process has at least kSampledCalls API
// calls with correlations, and fewer than kSampledPercent of the numbers from its smallest to its
// largest one. Complete captures have 1.7 % and more. O(correlations).
inline constexpr std::size_t kSampledCalls = 50;
inline constexpr std::int64_t kSampledPercent = 1;
[[nodiscard]] bool isSampled(const Trace& trace);

// Whether one of a GPU's gaps has the explanation Sampled. Then only some events were recorded, and
// work that is not in the trace may overlap any slice or gap.
[[nodiscard]] bool areSampled(std::span<const GapReasonKind> explanations);

// The median time from one launch call's start to the next one's on its thread, over launches into
// queues that were not empty; kDefaultLaunchInterval with fewer than kIntervalsNeeded of them.
// O(activities).
inline constexpr Duration kDefaultLaunchInterval = std::chrono::microseconds(10);
inline constexpr std::size_t kIntervalsNeeded = 16;
[[nodiscard]] Duration usualLaunchInterval(const Trace& trace, const LaunchIndex& launches,
                                           std::span<const ActivityId> byStart);

// Per gap of one GPU, whether at least a quarter of it is the end of a wait that goes on after all
// recorded work:
// the call waited for work that the capture lost, or for a graph whose nodes it does not show. Such
// a call should return within kMinReturn and 8 × the median of its name, at most kMaxReturn, after
// the last work; and since the wait before it, its thread launched something whose work is not in
// the trace, or a graph, or the capture began in it. O(gaps log gaps + slices between the waits).
inline constexpr Duration kMinReturn = std::chrono::microseconds(50);
inline constexpr Duration kMaxReturn = std::chrono::microseconds(500);
[[nodiscard]] std::vector<bool> outlastingWaits(const Trace& trace, const LaunchIndex& launches,
                                                const NameClasses& names,
                                                std::span<const Gap> gaps);

// Per gap of one GPU. `mainActivity`: per gap, as GapActivities gives it. `ofAll`: why the GPU is
// not judged, GraphNotRecorded or WorkNotRecorded; else None. O(gaps log steps).
[[nodiscard]] std::vector<GapReasonKind> fixedGapReasons(
    const Trace& trace, const LaunchIndex& launches, const NameClasses& names,
    const FirstUses& firstUse, const RankWaits& rankWaits, const Steps& steps,
    std::span<const Gap> gaps, std::span<const GapActivity> mainActivity, GapReasonKind ofAll,
    bool isSampled, Duration launchInterval);

}  // namespace gaplight
