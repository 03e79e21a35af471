// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/ranks/rules/rank_rules.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

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

std::span<const RankRule* const> rankRules() {
    static const std::array kRules{
        &collectiveMismatchRule(), &lateRankRule(),     &slowGpuRule(),      &stageImbalanceRule(),
        &tokenImbalanceRule(),     &exposedGroupRule(), &singleBucketRule(),
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

RankAssessment assessRanks(const RankSet& set, const Settings& settings, const JointAnswer* cost) {
    RankAssessment result;
    const std::vector<KernelsOfRank> kernels = kernelRuns(rankTraces(set), set.analysis);
    result.kernels = equalKernels(kernels);
    const std::optional<Lateness> lateness = stragglerLateness(set, kernels);
    const std::vector<KernelSpeed> speeds = kernelSpeeds(result.kernels, set.ranks.size());
    RuleFindings<RankFinding> found = runRules(
        rankRules(), {settings},
        [&](std::size_t, const RuleSettings& thresholds) {
            return RankRuleInput{set, speeds, cost, lateness ? &*lateness : nullptr, thresholds};
        },
        [](const FindingText& text, RankFinding& finding, std::size_t) {
            text.renderTexts(finding);
        });
    result.findings = std::move(found.findings);
    result.notApplicable = std::move(found.notApplicable);
    joinCauses(result.findings);
    std::stable_sort(result.findings.begin(), result.findings.end(),
                     [](const RankFinding& a, const RankFinding& b) {
                         return std::pair(a.severity, -a.cost) < std::pair(b.severity, -b.cost);
                     });
    return result;
}

}  // namespace gaplight
