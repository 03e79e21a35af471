// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/detectors/engine/finding_set.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <tuple>
#include <utility>

#include <tbb/parallel_for.h>
#include <tbb/parallel_invoke.h>

#include "core/detectors/engine/finding_text.h"
#include "core/detectors/engine/rule_sections.h"
#include "core/detectors/engine/rules.h"

namespace gaplight {
namespace {

constexpr double kCriticalShare = 0.05;  // detectors.md, "severity"
constexpr double kWarningShare = 0.01;

Severity severityOf(const FindingCost& cost) {
    if (!cost.saving || cost.savingShare < kWarningShare) {
        return Severity::Info;
    }
    return cost.savingShare < kCriticalShare ? Severity::Warning : Severity::Critical;
}

void addSentence(std::string& text, const std::string& sentence) {
    text += (text.empty() ? "" : " ") + sentence;
}

// A ratio as a share of a billion.
ShareValue shareOfRatio(double ratio) {
    constexpr std::int64_t kParts = 1'000'000'000;
    return {std::llround(ratio * static_cast<double>(kParts)), kParts};
}

// Sets what the replay saves without the cause of the finding, or why that is not known.
void price(const Replay& replay, const FindingText& text, Finding& finding) {
    if (finding.edits.empty()) {
        return;
    }
    FindingValues values;
    values.set("replay_error", shareOfRatio(replay.modelError()));
    if (!replay.trusted()) {
        addSentence(finding.confidence, text.section("no-saving", {}, values));
        return;
    }
    const Duration saving = std::max(Duration::zero(), replay.saving(finding.edits));
    finding.cost.saving = saving;
    finding.cost.savingShare =
        static_cast<double>(saving.count()) / static_cast<double>(replay.measuredWindow().count());
    values.set("saving", saving);
    values.set("saving_share", ShareValue{saving.count(), replay.measuredWindow().count()});
    finding.savingText = text.section("saving", {}, values);
    if (replay.modelError() > kReplayWarnError) {
        addSentence(finding.confidence, text.section("rough-saving", {}, values));
    }
}

void rank(std::vector<Finding>& findings) {
    std::stable_sort(findings.begin(), findings.end(), [](const Finding& a, const Finding& b) {
        const auto key = [](const Finding& finding) {
            return std::tuple(finding.cost.saving.value_or(Duration::zero()), finding.cost.gpuIdle);
        };
        return key(a) > key(b);
    });
}

// No sections where the file has errors, which a test finds.
RuleSections sectionsOf(std::string_view id) {
    return RuleSections::parse(ruleFile(id)).value_or(RuleSections{});
}

std::vector<DetectorResult> runRules(const Trace& trace, const LaunchIndex& launches,
                                     const Analysis& analysis, const ArgLookup& args,
                                     const RuleSections& shared, const DetectOptions& options) {
    const PlaceFinder places(trace);
    const auto rules = detectors();
    std::vector<DetectorResult> results(rules.size());
    tbb::parallel_for(std::size_t{0}, rules.size(), [&](std::size_t at) {
        if (options.stop.stop_requested()) {
            return;
        }
        const Detector& rule = *rules[at];
        const RuleSettings settings(options.settings, rule.id, rule.thresholds);
        results[at] = rule.run({trace, launches, analysis, places, args, settings});
        const RuleSections own = sectionsOf(rule.id);
        const FindingText text(own, shared);
        for (Finding& finding : results[at].findings) {
            text.render(finding, finding.where.gpu ? trace.gpuLabel(*finding.where.gpu) : "");
        }
    });
    return results;
}

void priceAll(const Replay& replay, const FindingText& text, const DetectOptions& options,
              FindingSet& set) {
    tbb::parallel_for(std::size_t{0}, set.findings.size(), [&](std::size_t at) {
        if (!options.stop.stop_requested()) {
            price(replay, text, set.findings[at]);
            set.findings[at].severity = severityOf(set.findings[at].cost);
        }
    });
    if (!replay.trusted() || options.stop.stop_requested()) {
        return;
    }
    std::vector<ReplayEdit> all;
    for (const Finding& finding : set.findings) {
        all.insert(all.end(), finding.edits.begin(), finding.edits.end());
    }
    if (!all.empty()) {
        set.combinedSaving = std::max(Duration::zero(), replay.saving(all));
    }
}

}  // namespace

FindingSet detect(const Trace& trace, const LaunchIndex& launches, const Analysis& analysis,
                  const ArgLookup& args, const DetectOptions& options) {
    FindingSet set;
    const RuleSections shared = sectionsOf("shared");
    std::vector<DetectorResult> results;
    std::optional<Replay> replay;
    tbb::parallel_invoke(
        [&] { results = runRules(trace, launches, analysis, args, shared, options); },
        [&] { replay = Replay::build(trace, launches, analysis); });
    if (options.stop.stop_requested()) {
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
    set.replay = {replay->measuredWindow(), replay->replayedWindow(), replay->modelError(),
                  replay->trusted()};
    priceAll(*replay, FindingText(shared, shared), options, set);
    rank(set.findings);
    set.checklist = checklist(trace, analysis, set.findings);
    return set;
}

}  // namespace gaplight
