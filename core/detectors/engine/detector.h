// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/analysis/analysis.h"
#include "core/analysis/causes/held_up_calls.h"
#include "core/analysis/causes/launch_bound_places.h"
#include "core/analysis/host/profiler_overhead.h"
#include "core/analysis/kernels/operator_classes.h"
#include "core/analysis/torch/place.h"
#include "core/compile_log/compile_log.h"
#include "core/detectors/engine/finding.h"
#include "core/detectors/engine/rule.h"
#include "core/detectors/engine/settings.h"
#include "core/index/launch_index.h"
#include "core/trace/event_details.h"
#include "core/trace/trace.h"

namespace gaplight {

// One field of a slice's event as text, in the form that DetailField gives; empty where there is
// none. Each call reads the source once.
using ArgLookup = std::function<std::string(SliceId slice, DetailField field)>;

// Measures that several rules read, all computed before the first rule runs. Computed on first use
// they would need a lock, and a rule that waits in a parallel loop under that lock may be given
// another rule by oneTBB, which then waits for the lock on the same thread.
struct SharedAnalysis {
    ProfilerOverhead overhead;
    std::vector<LaunchBoundPlace> launchBound;  // with the default limits
    HeldUpCalls heldUp;
    // Classes of the analyzed range; empty if no shapes of operators or no GPU activity were
    // recorded.
    OperatorClasses operatorClasses;
};

// Runs on all cores. O(slices of threads that launch + activities log activities). `launches` and
// `trace` must outlive the result.
[[nodiscard]] SharedAnalysis measureShared(const Trace& trace, const LaunchIndex& launches,
                                           const Analysis& analysis, const PlaceFinder& places);

// What a rule may read. Only what is in the analyzed range counts: analysis.devices,
// blockingCalls, annotations and steps are restricted to it; anything else a rule filters by
// inRange().
struct DetectorInput {
    const Trace& trace;
    const LaunchIndex& launches;
    const Analysis& analysis;
    const PlaceFinder& places;
    const SharedAnalysis& shared;
    const ArgLookup& args;
    const RuleSettings& settings;
    const CompileLog* compileLog = nullptr;  // of the same run; null: none

    bool inRange(SliceId slice) const {
        return analysis.range.contains(trace.slices().start(slice));
    }
};

// A rule about a trace.
using Detector = Rule<DetectorInput, Finding>;
using DetectorResult = RuleResult<Finding>;

}  // namespace gaplight
