// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0

// collective-mismatch: the ranks of a group call for different operations, or sizes, at the same
// ordinal, or one calls no more while others do. One finding for each group.
#include <array>
#include <set>

#include "core/ranks/rules/rank_rules.h"

namespace gaplight {
namespace {

constexpr std::array kMismatchValues{
    DeclaredValue{"name", QuantityKind::Text},
    DeclaredValue{"group", QuantityKind::Text},
    DeclaredValue{"ordinal", QuantityKind::Count},
    DeclaredValue{"expected", QuantityKind::Text},
    DeclaredValue{"found", QuantityKind::Text, true},
    DeclaredValue{"title", QuantityKind::Case, false, "other none"},
    DeclaredValue{"confidence", QuantityKind::Case, true, "capture-end"},
};

RankRuleResult findMismatches(const RankRuleInput& input) {
    RankRuleResult result;
    std::set<std::size_t> seen;
    for (const SequenceProblem& problem : input.set.analysis.problems) {
        if (!seen.insert(problem.communicator).second) {
            continue;
        }
        const bool isNone = problem.found.empty() || problem.expected.empty();
        RankFinding finding;
        finding.rank = problem.rank;
        // A capture that ends earlier on one rank looks the same.
        finding.severity = isNone ? Severity::Warning : Severity::Critical;
        finding.values.set("name", "Rank " + std::to_string(input.set.ranks[problem.rank].rank));
        finding.values.set("group", input.set.analysis.communicators[problem.communicator].label());
        finding.values.setCount("ordinal", problem.ordinal + 1);
        finding.values.set("expected",
                           problem.expected.empty() ? std::string("none") : problem.expected);
        finding.values.set("found", problem.found);
        finding.values.set("title", CaseName{isNone ? "none" : "other"});
        if (isNone) {
            finding.values.set("confidence", CaseName{"capture-end"});
        }
        result.findings.push_back(std::move(finding));
    }
    return result;
}

}  // namespace

const RankRule& collectiveMismatchRule() {
    static const RankRule kRule{
        {.id = "collective-mismatch",
         .name = "Collectives that do not match",
         .question = "Do all ranks of a group call for the same collectives?",
         .values = kMismatchValues},
        findMismatches};
    return kRule;
}

}  // namespace gaplight
