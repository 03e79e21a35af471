// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/compare/unprofiled_times.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "core/analysis/host/profiler_overhead.h"
#include "core/analysis/replay/replay.h"

namespace gaplight {

namespace {

// Time that recording takes / time without it.
double recordedRatio(const UnprofiledShare& share) {
    return (1 - share.share) / share.share;
}

// Relative standard error of the replay: UnprofiledShare::error without that of recording.
double replayError(const UnprofiledShare& share) {
    const double recording = kRecordingError * (1 - share.share);
    return std::sqrt(std::max(0.0, share.error * share.error - recording * recording)) /
           share.share;
}

}  // namespace

std::optional<UnprofiledShare> unprofiledShareOf(const ComparedTrace& run, bool perStep) {
    const ProfilerOverhead overhead(run.trace, run.launches);
    if (!overhead.isKnown()) {
        return std::nullopt;
    }
    const Replay replay = Replay::build(run.trace, run.launches, run.analysis);
    const WarmReplay warm(replay, run.trace, run.analysis);
    return findUnprofiledShare(run.trace, overhead, warm,
                               perStep ? std::span<const TimeRange>(run.steps().markers.host)
                                       : std::span<const TimeRange>());
}

std::optional<UnprofiledChange> unprofiledChange(Duration a,
                                                 const std::optional<UnprofiledShare>& shareA,
                                                 Duration b,
                                                 const std::optional<UnprofiledShare>& shareB,
                                                 double stepError) {
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
    const double recording = kRecordingError * (recordedRatio(ofA) - recordedRatio(ofB));
    const double replays = std::hypot(replayError(ofA), replayError(ofB));
    change.error = timeB / timeA * std::hypot(recording, replays, stepError);
    return change;
}

}  // namespace gaplight
