// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

#include "core/analysis/analysis.h"
#include "core/analysis/torch/place.h"
#include "core/compile_log/compile_log.h"
#include "core/detectors/engine/finding.h"
#include "core/detectors/engine/rule.h"
#include "core/detectors/engine/settings.h"
#include "core/detectors/engine/shared_analysis.h"
#include "core/index/launch_index.h"
#include "core/trace/event_details.h"
#include "core/trace/trace.h"

namespace gaplight {

// One field of a slice's event as text, in the form that DetailField gives; empty where there is
// none. Each call reads the source once.
using ArgLookup = std::function<std::string(SliceId slice, DetailField field)>;

// What a rule may read. Only what lies in the analyzed range counts: analysis.devices,
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

    [[nodiscard]] bool inRange(SliceId slice) const {
        return analysis.range.contains(trace.slices().start(slice));
    }
};

// A rule about a trace.
using Detector = Rule<DetectorInput, Finding>;
using DetectorResult = RuleResult<Finding>;

}  // namespace gaplight
