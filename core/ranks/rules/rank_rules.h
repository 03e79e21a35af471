// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/ranks/rules/rank_rule.h"

namespace gaplight {

// Every rule about the ranks of a run, in the order in which they are listed to the user.
[[nodiscard]] std::span<const RankRule* const> rankRules();

[[nodiscard]] const RankRule& collectiveMismatchRule();
[[nodiscard]] const RankRule& lateRankRule();
[[nodiscard]] const RankRule& slowGpuRule();
[[nodiscard]] const RankRule& stageImbalanceRule();
[[nodiscard]] const RankRule& tokenImbalanceRule();
[[nodiscard]] const RankRule& exposedGroupRule();
[[nodiscard]] const RankRule& singleBucketRule();

struct RankNotApplicable {
    std::string_view rule;
    std::string reason;
};

struct RankAssessment {
    std::vector<RankFinding> findings;  // by severity, then by cost
    std::vector<RankNotApplicable> notApplicable;
    std::vector<EqualKernel> kernels;  // refer to the set
};

// Runs the rules. `cost`: of the straggler; null: not computed. O(activities log activities).
[[nodiscard]] RankAssessment assessRanks(const RankSet& set, const Settings& settings,
                                         const JointAnswer* cost);

}  // namespace gaplight
