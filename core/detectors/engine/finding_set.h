// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "core/analysis/analysis.h"
#include "core/analysis/replay/unprofiled_share.h"
#include "core/detectors/engine/checklist.h"
#include "core/detectors/engine/detector.h"
#include "core/detectors/engine/finding.h"
#include "core/detectors/engine/idle_explanations.h"
#include "core/detectors/engine/own_rules.h"
#include "core/detectors/engine/settings.h"
#include "core/index/launch_index.h"
#include "core/trace/trace.h"

namespace gaplight {

// Of the window of a whole trace: from there on first use is a start-up, which is named apart and
// is in no share.
inline constexpr std::int64_t kStartUpPercent = 5;

struct ReplaySummary {
    Duration measured{};      // window of the trace
    Duration replayed{};      // of its replay without first use: what a critical path sums to
    Duration pricedWindow{};  // that shares of savings refer to: the window, without a start-up
    double modelError = 0;
    bool trusted = false;
    std::optional<UnprofiledShare> unprofiled;  // of the window, as replayed
};

// The results of all rules on one trace.
struct FindingSet : RuleFindings<Finding> {  // by severity, then by the number that lists show
    std::vector<ChecklistItem> checklist;
    ReplaySummary replay;
    std::vector<IdleExplanations> explanations;  // per GPU with activities
    std::optional<Duration> combinedSaving;      // of all findings together, by one replay
    // What of it a program without the profiler would gain (FindingCost::unprofiledSaving).
    std::optional<Duration> combinedUnprofiled;
    // Rules of the user's own that could not be read or run.
    std::vector<FailedRule> failedRules;
    // The rules of the user's own, whose ids and names findings refer to; null: none.
    std::shared_ptr<const OwnRules> ownRules;
};

struct DetectOptions {
    Settings settings;
    // Once requested, detect() returns early, with an incomplete set.
    std::stop_token stop;
    const CompileLog* compileLog = nullptr;  // of the same run; null: none
    // Runs the rules of the user's own (Settings::ownRules) that can be run.
    std::function<OwnFindings(const DetectorInput& input)> findOwn = {};
};

// Runs every rule, in parallel; computes the saving of each finding by a replay without its cause;
// ranks the findings.
[[nodiscard]] FindingSet detect(const Trace& trace, const LaunchIndex& launches,
                                const Analysis& analysis, const ArgLookup& args,
                                const DetectOptions& options = {});

}  // namespace gaplight
