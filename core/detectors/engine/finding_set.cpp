// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/detectors/engine/finding_set.h"

#include <cstddef>
#include <optional>
#include <utility>

#include <tbb/parallel_invoke.h>

#include "core/detectors/engine/finding_prices.h"
#include "core/detectors/engine/finding_text.h"
#include "core/detectors/engine/rule_sections.h"
#include "core/detectors/engine/rules.h"
#include "core/detectors/engine/run_rules.h"

namespace gaplight {
namespace {

Program programOf(const Analysis& analysis) {
    return analysis.names.usesTorch() ? Program::UsesTorch : Program::Other;
}

RuleFindings<Finding> runTraceRules(const Trace& trace, const LaunchIndex& launches,
                                    const Analysis& analysis, const PlaceFinder& places,
                                    const SharedAnalysis& shared, const ArgLookup& args,
                                    const DetectOptions& options) {
    return runRules(
        detectors(), {options.settings, 1, programOf(analysis), options.stop},
        [&](std::size_t, const RuleSettings& settings) {
            return DetectorInput{trace,  launches, analysis, places,
                                 shared, args,     settings, options.compileLog};
        },
        [&](const FindingText& text, Finding& finding, std::size_t) {
            text.render(finding, finding.where.gpu ? trace.gpuLabel(*finding.where.gpu) : "");
        });
}

}  // namespace

FindingSet detect(const Trace& trace, const LaunchIndex& launches, const Analysis& analysis,
                  const ArgLookup& args, const DetectOptions& options) {
    FindingSet set;
    const PlaceFinder places(trace);
    std::optional<SharedAnalysis> sharedAnalysis;
    RuleFindings<Finding> results;
    std::optional<Replay> replay;
    tbb::parallel_invoke(
        [&] {
            sharedAnalysis.emplace(measureShared(trace, launches, analysis, places));
            results =
                runTraceRules(trace, launches, analysis, places, *sharedAnalysis, args, options);
        },
        [&] { replay = Replay::build(trace, launches, analysis); });
    // Without a replay, this is itself a task of what was cancelled.
    if (options.stop.stop_requested() || !replay || !sharedAnalysis) {
        return set;
    }
    set.findings = std::move(results.findings);
    set.notApplicable = std::move(results.notApplicable);
    const RuleSections shared = sectionsOfRule("shared");
    const PricedTogether together =
        priceFindings(*replay, trace, analysis, FindingText(shared, shared, programOf(analysis)),
                      options.stop, set.findings);
    set.combinedSaving = together.saving;
    set.replay = {replay->measuredWindow(), together.replayed, together.window,
                  replay->modelError(), replay->trusted()};
    tbb::parallel_invoke(
        [&] {
            set.explanations =
                explainIdleTime(trace, launches, analysis, sharedAnalysis->overhead, set.findings);
        },
        [&] { set.checklist = checklist(trace, launches, analysis, set.findings); });
    for (Finding& finding : set.findings) {  // many thousands of each, kept with the session
        finding.evidence.shrink_to_fit();
        finding.edits.shrink_to_fit();
        finding.withoutHost.shrink_to_fit();
    }
    return set;
}

}  // namespace gaplight
