// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/compare/unprofiled_times.h"

#include <cmath>

#include "core/analysis/host/profiler_overhead.h"
#include "core/analysis/replay/replay.h"

namespace gaplight {

std::optional<UnprofiledShare> findUnprofiledShare(const ComparedTrace& run, bool perStep) {
    constexpr double kMinShare = 0.01;
    const ProfilerOverhead overhead(run.trace, run.launches);
    const Replay replay = Replay::build(run.trace, run.launches, run.analysis);
    const std::vector<ReplayEdit> edits = withoutProfiler(run.trace, overhead);
    if (!overhead.isKnown() || !replay.trusted() || edits.empty()) {
        return std::nullopt;
    }
    const WarmReplay warm(replay, run.trace, run.analysis);
    const std::vector<TimeRange> steps =
        perStep ? run.steps().markers.host : std::vector<TimeRange>{};
    const ReplayTimeline with = warm.timeline({}, steps);
    const ReplayTimeline without = warm.timeline(edits, steps);
    const Duration traced = with.step.value_or(with.window.length());
    const Duration unprofiled = without.step.value_or(without.window.length());
    if (traced <= Duration::zero() || unprofiled <= Duration::zero() || unprofiled > traced) {
        return std::nullopt;
    }
    const double share =
        static_cast<double>(unprofiled.count()) / static_cast<double>(traced.count());
    return 1 - share < kMinShare
               ? std::nullopt
               : std::optional(UnprofiledShare{
                     share, std::hypot(replay.modelError(), kRecordingError * (1 - share))});
}

std::optional<UnprofiledChange> unprofiledChange(Duration a,
                                                 const std::optional<UnprofiledShare>& shareA,
                                                 Duration b,
                                                 const std::optional<UnprofiledShare>& shareB) {
    if ((!shareA && !shareB) || a <= Duration::zero()) {
        return std::nullopt;
    }
    const UnprofiledShare ofA = shareA.value_or(UnprofiledShare{});
    const UnprofiledShare ofB = shareB.value_or(UnprofiledShare{});
    const double timeA = static_cast<double>(a.count()) * ofA.share;
    const double timeB = static_cast<double>(b.count()) * ofB.share;
    UnprofiledChange change;
    change.a = Duration(std::llround(timeA));
    change.b = Duration(std::llround(timeB));
    change.change = timeB / timeA - 1;
    change.error = timeB / timeA * std::hypot(ofA.error / ofA.share, ofB.error / ofB.share);
    return change;
}

}  // namespace gaplight
