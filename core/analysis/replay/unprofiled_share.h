// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>

#include "core/analysis/host/profiler_overhead.h"
#include "core/analysis/replay/replay.h"
#include "core/base/time.h"
#include "core/trace/trace.h"

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

// Of a median step of `steps` (Replay::timeline), or without any of the window: a replay without
// the recorder's time on the host. Empty where that time is not known, the replay is not trusted,
// or less than 1 % is the profiler's. O(calls + activities log activities + slices).
[[nodiscard]] std::optional<UnprofiledShare> findUnprofiledShare(
    const Trace& trace, const ProfilerOverhead& overhead, const WarmReplay& replay,
    std::span<const TimeRange> steps = {});

}  // namespace gaplight
