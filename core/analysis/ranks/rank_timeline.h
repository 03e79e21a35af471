// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/analysis/analysis.h"
#include "core/analysis/ranks/axis_clock.h"
#include "core/analysis/ranks/comm_calls.h"
#include "core/base/time.h"
#include "core/trace/trace.h"

namespace gaplight {

// How much of an interval some ranges cover: sums of lengths, so that a query costs O(log n).
// 16.5 bytes a range.
class CoveredRanges {
public:
    CoveredRanges() = default;
    // Disjoint, in time order.
    explicit CoveredRanges(std::vector<TimeRange> ranges);

    std::span<const TimeRange> ranges() const { return m_ranges; }
    Duration within(TimeRange range) const;
    // The ranges that overlap `range`, in time order.
    std::span<const TimeRange> overlapping(TimeRange range) const;

private:
    static constexpr std::size_t kSumEvery = 16;

    Duration before(Time time) const;

    std::vector<TimeRange> m_ranges;
    std::vector<Duration> m_before;  // per kSumEvery ranges: length of all before the first of them
};

// What any of `ranges` covers. O(n log n).
[[nodiscard]] CoveredRanges unionOfRanges(std::vector<TimeRange> ranges);

// An interval in which one annotation is the innermost of the main thread.
struct AnnotatedSpan {
    TimeRange range;
    std::string_view name;  // a text of the trace
};

// What a rank did before its arrival at a call: from the end of its last communication of an
// earlier step (stepEntries()) on.
struct Approach {
    Duration compute{};       // activities that do not communicate
    Duration idle{};          // the rest
    std::string_view idleIn;  // annotation that most of it is in (IdleAnnotations); empty: none
    bool isKnown = false;     // there is a communication of an earlier step
};

// What the GPU and the main thread of one rank did, on the axis of the set.
struct RankTimeline {
    CoveredRanges busy;                      // any activity
    CoveredRanges compute;                   // activities that do not communicate
    CoveredRanges communication;             // kernels that do
    CoveredRanges withoutCall;               // of these, kernels that no recorded call launched
    TimeRange recorded{};                    // first activity's start to last activity's end
    std::vector<AnnotatedSpan> annotations;  // disjoint, in time order; without steps and nccl:*
    std::vector<TimeRange> steps;            // on the host
    // Per call; empty: as the ranges above show it. For timelines whose ranges are simplified.
    std::vector<Approach> approaches;

    // The same timeline after conversion of all times. O(ranges).
    void convertTo(const AxisClock& clock);
};

// The host thread of the steps; without any, the one with most annotated time. Empty: nothing is
// annotated. O(annotations).
[[nodiscard]] std::optional<TrackId> annotatedThread(const Trace& trace, const Analysis& analysis);

// The steps of a rank on its host, on the clock of the trace; empty where they are not known.
[[nodiscard]] std::span<const TimeRange> hostSteps(const Analysis& analysis);
// Index of the step that a time is in; -1: none. O(log steps).
[[nodiscard]] int stepAt(std::span<const TimeRange> steps, Time time);

// `calls`: of the same trace. The GPU is calls.gpu, or all of them. O(activities + slices).
// On the clock of the trace.
[[nodiscard]] RankTimeline rankTimeline(const Trace& trace, const Analysis& analysis,
                                        const CommCalls& calls);

// The annotation that most idle time is in: of the intervals without any activity that last at
// least 10 µs, each counts for the annotation that covers most of it. Covers one interval of a
// rank that begins at one place and is extended: O(gaps) for all extensions together.
class IdleAnnotations {
public:
    explicit IdleAnnotations(const RankTimeline& timeline) : m_timeline(&timeline) {}

    // Empty where no annotation covers most of a gap.
    [[nodiscard]] std::string_view of(TimeRange range);

private:
    void addGap(TimeRange gap);

    const RankTimeline* m_timeline;
    TimeRange m_counted{};  // from the begin of the last query to the end of the last gap
    std::vector<std::pair<std::string_view, Duration>> m_idle;
};

}  // namespace gaplight
