// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/analysis/analysis.h"
#include "core/analysis/torch/place.h"
#include "core/compile_log/compile_log.h"
#include "core/detectors/engine/finding.h"
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

struct DetectorResult {
    std::vector<Finding> findings;
    // Why the rule cannot run on this trace; empty: it ran.
    std::string notApplicable;
};

// One rule: its id, its name, the question that it answers, its thresholds, and the pure function
// from trace and analysis to findings. run() is called from many threads, each call for another
// rule.
struct Detector {
    std::string_view id;        // "gpu-idle"
    std::string_view name;      // for the legend: "GPU idle"
    std::string_view question;  // "When was a GPU idle, and what did the host do meanwhile?"
    std::span<const Threshold> thresholds;
    DetectorResult (*run)(const DetectorInput& input) = nullptr;
    std::span<const DeclaredValue> values = {};  // of its findings, for resources/rules/<id>.md
    // Names where idle time lies rather than what to change: priced after the other rules, so that
    // a finding with a cure comes first.
    bool isGeneric = false;
    // Its findings describe the whole time of a GPU, so that none of them explains a gap.
    bool isSummary = false;
    // Its titles say how long a GPU was idle: where more than that is saved, the text says why.
    bool namesIdleTime = false;
};

}  // namespace gaplight
