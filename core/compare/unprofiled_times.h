// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "core/base/time.h"
#include "core/compare/compared_trace.h"

namespace gaplight {

// A duration of the program as it would be without the profiler, relative to the traced one.
struct UnprofiledShare {
    double share = 1;  // unprofiled / traced
    double error = 0;  // of it, standard error: the replay's, and that of what recording costs
};

// Of what recording is taken to cost, the part that may be wrong: in the runs of
// tests/data/copy, graph_small, host_small and sync_small, measured with and without the profiler,
// 4 to 65 %, in the median 40 %, and in one more than all of it.
inline constexpr double kRecordingError = 0.5;

// Of a step (`perStep`), or of the run's window: two replays, one without the recorder's time on
// the host (ProfilerOverhead). Empty where the recorder's cost is not known, the replay is not
// trusted, or less than 1 % is the profiler's. O(calls + activities log activities + slices).
[[nodiscard]] std::optional<UnprofiledShare> findUnprofiledShare(const ComparedTrace& run,
                                                                 bool perStep);

// What the verdict's times would be without the profiler.
struct UnprofiledChange {
    Duration a{};
    Duration b{};
    double change = 0;  // (b - a) / a
    double error = 0;   // standard error of the change
};

// `a`, `b`: the traced times; a share that is not known is 1. Empty where neither is known.
[[nodiscard]] std::optional<UnprofiledChange> unprofiledChange(
    Duration a, const std::optional<UnprofiledShare>& shareA, Duration b,
    const std::optional<UnprofiledShare>& shareB);

}  // namespace gaplight
