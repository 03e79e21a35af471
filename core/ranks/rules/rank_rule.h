// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/analysis/ranks/kernel_speed.h"
#include "core/detectors/engine/rule_opinion.h"
#include "core/detectors/engine/settings.h"
#include "core/ranks/joint_what_if.h"
#include "core/ranks/rank_set.h"

namespace gaplight {

// What a rule about the ranks of a run may read.
struct RankRuleInput {
    const RankSet& set;
    std::span<const KernelSpeed> speeds;  // by rank
    const JointAnswer* stragglerCost;     // null: none, or not computed
    const RuleSettings& settings;
};

// One cause of time that ranks wait for each other, or of communication that nothing hides.
struct RankFinding : RuleOpinion {
    Duration cost{};  // time of all ranks that the cause explains; findings are ranked by it
    std::optional<std::size_t> rank;       // position in the set; empty: all of them
    std::vector<std::size_t> collectives;  // where it shows, the worst first
};

struct RankRuleResult {
    std::vector<RankFinding> findings;
    std::string notApplicable;  // why the rule cannot run; empty: it ran
};

struct RankRule {
    std::string_view id;
    std::string_view name;
    std::string_view question;
    std::span<const Threshold> thresholds;
    RankRuleResult (*run)(const RankRuleInput& input) = nullptr;
    std::span<const DeclaredValue> values = {};
};

// The recorded time of all ranks that can be placed on the axis.
[[nodiscard]] Duration recordedTime(const RankSetAnalysis& set);

}  // namespace gaplight
