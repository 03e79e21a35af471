// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/compare/unprofiled_times.h"

#include <cmath>
#include <span>

#include "core/analysis/host/profiler_overhead.h"
#include "core/analysis/replay/replay.h"

namespace gaplight {

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
