// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/ranks/rules/rank_rules.h"

#include <algorithm>
#include <array>
#include <utility>

#include "core/detectors/engine/rules.h"
#include "core/detectors/engine/run_rules.h"

namespace gaplight {
namespace {

// Where another finding names the cause why a rank is late, that one takes its weight and places.
void joinCauses(std::vector<RankFinding>& findings) {
    const auto late = std::find_if(findings.begin(), findings.end(), [](const RankFinding& one) {
        return one.rule == lateRankRule().id;
    });
    if (late == findings.end()) {
        return;
    }
    const auto cause = std::find_if(findings.begin(), findings.end(), [&](const RankFinding& one) {
        return one.rank == late->rank && one.rule != late->rule;
    });
    if (cause != findings.end()) {
        cause->severity = std::min(cause->severity, late->severity);
        cause->cost = std::max(cause->cost, late->cost);
        cause->collectives = std::move(late->collectives);
        findings.erase(late);
    }
}

}  // namespace

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
    result.kernels = equalKernels(rankTraces(set), set.analysis);
    const std::vector<KernelSpeed> speeds = kernelSpeeds(result.kernels, set.ranks.size());
    RuleFindings<RankFinding> found = runRules(
        rankRules(), {settings},
        [&](std::size_t, const RuleSettings& thresholds) {
            return RankRuleInput{set, speeds, cost, thresholds};
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
