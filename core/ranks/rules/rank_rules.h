// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "core/analysis/ranks/kernel_speed.h"
#include "core/analysis/ranks/lateness.h"
#include "core/detectors/engine/rule.h"
#include "core/ranks/joint_what_if.h"
#include "core/ranks/rank_set.h"

namespace gaplight {

// What a rule about the ranks of a run may read.
struct RankRuleInput {
    const RankSet& set;
    std::span<const KernelSpeed> speeds;  // by rank
    const JointAnswer* stragglerCost;     // null: none, or not computed
    const JointReplay* replay;            // null: findings get no price of their own
    const Lateness* lateness;             // of the straggler; null: it is late into nothing
    const RuleSettings& settings;
};

// One cause of time that ranks wait for each other, or of communication that nothing hides.
struct RankFinding : RuleFinding {
    Duration cost{};  // time of all ranks that the cause explains; findings are ranked by it
    std::optional<std::size_t> rank;       // position in the set; empty: all of them
    std::vector<std::size_t> collectives;  // where it shows, the worst first
    // Of late-rank: what the lateness consists of. They sum to it.
    std::vector<std::pair<LatenessPart, Duration>> parts;
    // Of the lateness of that rank, what this cause explains: a part of late-rank, so Info unless
    // it is worse than that.
    std::optional<Duration> explains;
};

// Sets `explains` of a cause why `rank` has more work or slower kernels, and its values "explains"
// and "lateness". Nothing where that rank is not late because of it.
void setExplained(const RankRuleInput& input, std::size_t rank, LatenessPart part,
                  RankFinding& finding);

// Critical from 5 % of the run on that a trusted answer would gain, both as recorded and without
// the profiler, Warning from 1 %, Info.
[[nodiscard]] Severity severityOf(const JointAnswer& answer);
// Sets the values "before" and "after" (windows of the run), or "unshortened" where they are shown
// alike, and "unprofiled" (saving without the profiler).
void setPrice(const JointAnswer& answer, FindingValues& values);
// By a replay of all ranks; empty where there is none, or it is not trusted.
[[nodiscard]] std::optional<JointAnswer> priceOf(const RankRuleInput& input, const JointEdit& edit);

using RankRule = Rule<RankRuleInput, RankFinding>;
using RankRuleResult = RuleResult<RankFinding>;

// The recorded time of all ranks that can be placed on the axis.
[[nodiscard]] Duration recordedTime(const RankSetAnalysis& set);

// Every rule about the ranks of a run, in the order in which they are listed to the user.
[[nodiscard]] std::span<const RankRule* const> rankRules();

[[nodiscard]] const RankRule& collectiveMismatchRule();
[[nodiscard]] const RankRule& lateRankRule();
[[nodiscard]] const RankRule& slowGpuRule();
[[nodiscard]] const RankRule& stageImbalanceRule();
[[nodiscard]] const RankRule& tokenImbalanceRule();
[[nodiscard]] const RankRule& prefillStallsRanksRule();
[[nodiscard]] const RankRule& exposedGroupRule();
[[nodiscard]] const RankRule& singleBucketRule();
[[nodiscard]] const RankRule& sharedFindingRule();

// By severity, what each rank shows by itself after what they show together, then by cost.
struct RankAssessment : RuleFindings<RankFinding> {
    std::vector<EqualKernel> kernels;  // refer to the set
};

// Runs the rules. `cost`: of the straggler; null: not computed. `replay`: of the same set, which
// gives findings their price; null: they get none. O(activities log activities + replays).
[[nodiscard]] RankAssessment assessRanks(const RankSet& set, const Settings& settings,
                                         const JointAnswer* cost,
                                         const JointReplay* replay = nullptr);

}  // namespace gaplight
