// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/ranks/rules/rank_rules.h"

#include <algorithm>
#include <array>
#include <optional>
#include <tuple>
#include <utility>

#include "core/base/quantity_text.h"
#include "core/base/share.h"
#include "core/detectors/engine/rules.h"
#include "core/detectors/engine/run_rules.h"

namespace gaplight {
namespace {

// Of the straggler, if it is late into a collective.
std::optional<Lateness> stragglerLateness(const RankSet& set,
                                          std::span<const KernelsOfRank> kernels) {
    const std::optional<Straggler>& straggler = set.analysis.straggler;
    return straggler && set.analysis.totals[straggler->rank].lateIn > 0
               ? std::optional(latenessOf(rankTraces(set), set.analysis, kernels, straggler->rank))
               : std::nullopt;
}

// What explains a part of a late rank counts there, unless it is worse than that.
void joinCauses(std::vector<RankFinding>& findings) {
    const auto late = std::ranges::find(findings, lateRankRule().id, &RankFinding::rule);
    for (RankFinding& finding : findings) {
        if (late != findings.end() && finding.explains && late->severity <= finding.severity) {
            finding.severity = Severity::Info;
        }
    }
}

}  // namespace

void setExplained(const RankRuleInput& input, std::size_t rank, LatenessPart part,
                  RankFinding& finding) {
    if (input.lateness != nullptr && input.lateness->rank == rank &&
        input.lateness->of(part) > Duration{}) {
        finding.explains = input.lateness->of(part);
        finding.values.set("explains", *finding.explains);
        finding.values.set("lateness", input.lateness->total());
    }
}

Severity severityOf(const JointAnswer& answer) {
    const Duration saving =
        std::min(answer.saving, answer.unprofiledSaving.value_or(answer.saving));
    return reachesPercent(saving, answer.before.window, 5)   ? Severity::Critical
           : reachesPercent(saving, answer.before.window, 1) ? Severity::Warning
                                                             : Severity::Info;
}

void setPrice(const JointAnswer& answer, FindingValues& values) {
    if (durationText(answer.after.window) == durationText(answer.before.window)) {
        values.set("unshortened", answer.before.window);
    } else {
        values.set("before", answer.before.window);
        values.set("after", answer.after.window);
    }
    if (answer.unprofiledSaving) {
        values.set("unprofiled", *answer.unprofiledSaving);
    }
}

std::optional<JointAnswer> priceOf(const RankRuleInput& input, const JointEdit& edit) {
    if (input.replay == nullptr || !input.replay->isTrusted()) {
        return std::nullopt;
    }
    return jointAnswer(input.set, *input.replay, edit);
}

std::span<const RankRule* const> rankRules() {
    static const std::array kRules{
        &collectiveMismatchRule(), &lateRankRule(),       &slowGpuRule(),
        &stageImbalanceRule(),     &tokenImbalanceRule(), &prefillStallsRanksRule(),
        &exposedGroupRule(),       &singleBucketRule(),   &sharedFindingRule(),
    };
    return kRules;
}

std::span<const RuleFacts* const> rankSetRules() {
    static const std::vector<const RuleFacts*> kFacts(rankRules().begin(), rankRules().end());
    return kFacts;
}

Duration recordedTime(const RankSetAnalysis& set) {
    Duration sum{};
    for (const RankTotals& totals : set.totals) {
        sum += totals.recorded.length();
    }
    return sum;
}

RankAssessment assessRanks(const RankSet& set, const Settings& settings, const JointAnswer* cost,
                           const JointReplay* replay) {
    RankAssessment result;
    const std::vector<KernelsOfRank> kernels = kernelRuns(rankTraces(set), set.analysis);
    result.kernels = equalKernels(kernels);
    const std::optional<Lateness> lateness = stragglerLateness(set, kernels);
    const std::vector<KernelSpeed> speeds = kernelSpeeds(result.kernels, set.ranks.size());
    RuleFindings<RankFinding> found = runRules(
        rankRules(), {settings},
        [&](std::size_t, const RuleSettings& thresholds) {
            return RankRuleInput{set,       speeds, cost, replay, lateness ? &*lateness : nullptr,
                                 thresholds};
        },
        [](const FindingText& text, RankFinding& finding, std::size_t) {
            text.renderTexts(finding);
        });
    result.findings = std::move(found.findings);
    result.notApplicable = std::move(found.notApplicable);
    joinCauses(result.findings);
    std::stable_sort(result.findings.begin(), result.findings.end(),
                     [](const RankFinding& a, const RankFinding& b) {
                         const auto key = [](const RankFinding& one) {
                             return std::tuple(one.severity, one.rule == sharedFindingRule().id,
                                               -one.cost);
                         };
                         return key(a) < key(b);
                     });
    return result;
}

}  // namespace gaplight
