// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/analysis/analysis.h"
#include "core/analysis/causes/launch_bound_places.h"
#include "core/analysis/host/profiler_overhead.h"
#include "core/analysis/kernels/operator_classes.h"
#include "core/analysis/torch/place.h"
#include "core/index/launch_index.h"
#include "core/trace/trace.h"

namespace gaplight {

// Measures that several rules read, all computed before the first rule runs. Computed on first use
// they would need a lock, and a rule that waits in a parallel loop under that lock may be given
// another rule by oneTBB, which then waits for the lock on the same thread.
struct SharedAnalysis {
    ProfilerOverhead overhead;
    std::vector<LaunchBoundPlace> launchBound;  // with the default limits
    // Classes of the analyzed range; empty if no shapes of operators or no GPU activity were
    // recorded.
    OperatorClasses operatorClasses;
};

// Runs on all cores. O(slices of threads that launch + activities log activities). `launches` and
// `trace` must outlive the result.
[[nodiscard]] SharedAnalysis measureShared(const Trace& trace, const LaunchIndex& launches,
                                           const Analysis& analysis, const PlaceFinder& places);

}  // namespace gaplight
