// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/analysis/analysis.h"
#include "core/analysis/ranks/clock_fit.h"
#include "core/analysis/ranks/comm_calls.h"
#include "core/analysis/ranks/rank_timeline.h"
#include "core/base/time.h"
#include "core/index/launch_index.h"
#include "core/trace/trace.h"

namespace gaplight {

// A rank of a set. The trace outlives the analysis.
struct RankTrace {
    int rank = 0;
    const Trace* trace = nullptr;
    const LaunchIndex* launches = nullptr;
    const Analysis* analysis = nullptr;
};

// All that the joint analysis needs of one rank, on the clock of its trace: of a trace, or read
// from a summary of one (core/fleet). The texts that it refers to outlive it.
struct RankRecord {
    int rank = 0;
    RecordedClock clock;
    CommCalls calls;
    std::vector<TimeRange> kernels;  // per call; {} where it has none
    RankTimeline timeline;
};

// O(slices).
[[nodiscard]] RankRecord recordOf(const RankTrace& rank);

}  // namespace gaplight
