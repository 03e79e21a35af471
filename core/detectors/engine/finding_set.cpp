// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/detectors/engine/finding_set.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <optional>
#include <utility>

#include <tbb/parallel_for.h>
#include <tbb/parallel_invoke.h>

#include "core/detectors/engine/finding_prices.h"
#include "core/detectors/engine/finding_text.h"
#include "core/detectors/engine/rule_sections.h"
#include "core/detectors/engine/rules.h"

namespace gaplight {
namespace {

Program programOf(const Analysis& analysis) {
    return analysis.names.usesTorch() ? Program::UsesTorch : Program::Other;
}

std::vector<DetectorResult> runRules(const Trace& trace, const LaunchIndex& launches,
                                     const Analysis& analysis, const PlaceFinder& places,
                                     const SharedAnalysis& sharedAnalysis, const ArgLookup& args,
                                     const RuleSections& shared, const DetectOptions& options) {
    const auto rules = detectors();
    std::vector<DetectorResult> results(rules.size());
    tbb::parallel_for(std::size_t{0}, rules.size(), [&](std::size_t at) {
        if (options.stop.stop_requested()) {
            return;
        }
        const Detector& rule = *rules[at];
        const RuleSettings settings(options.settings, rule.id, rule.thresholds);
        results[at] = rule.run({trace, launches, analysis, places, sharedAnalysis, args, settings,
                                options.compileLog});
        if (results[at].findings.empty()) {
            return;
        }
        const RuleSections own = sectionsOfRule(rule.id);
        const FindingText text(own, shared, programOf(analysis));
        for (Finding& finding : results[at].findings) {
            text.render(finding, finding.where.gpu ? trace.gpuLabel(*finding.where.gpu) : "");
        }
    });
    return results;
}

}  // namespace

FindingSet detect(const Trace& trace, const LaunchIndex& launches, const Analysis& analysis,
                  const ArgLookup& args, const DetectOptions& options) {
    FindingSet set;
    const RuleSections shared = sectionsOfRule("shared");
    const PlaceFinder places(trace);
    std::optional<SharedAnalysis> sharedAnalysis;
    std::vector<DetectorResult> results;
    std::optional<Replay> replay;
    tbb::parallel_invoke(
        [&] {
            sharedAnalysis.emplace(measureShared(trace, launches, analysis, places));
            results =
                runRules(trace, launches, analysis, places, *sharedAnalysis, args, shared, options);
        },
        [&] { replay = Replay::build(trace, launches, analysis); });
    // Without a replay, this is itself a task of what was cancelled.
    if (options.stop.stop_requested() || !replay || !sharedAnalysis) {
        return set;
    }
    for (std::size_t at = 0; at < results.size(); ++at) {
        if (!results[at].notApplicable.empty()) {
            set.notApplicable.push_back(
                {detectors()[at]->id, std::move(results[at].notApplicable)});
        }
        std::move(results[at].findings.begin(), results[at].findings.end(),
                  std::back_inserter(set.findings));
    }
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
