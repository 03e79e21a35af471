// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/fleet/alike_ranks.h"
#include "core/fleet/fleet.h"
#include "core/fleet/late_ranks.h"
#include "core/fleet/outlier_steps.h"

namespace gaplight {

// What a fleet shows beside the joint analysis.
struct FleetMeasures {
    std::vector<LateRank> late;
    StepLengths steps;
    std::vector<AlikeRanks> groups;
};
[[nodiscard]] FleetMeasures measureFleet(const Fleet& fleet);

// A rank whose trace shows something that others do not, and what.
struct RankToOpen {
    std::size_t rank = 0;
    std::string why;
};

inline constexpr std::size_t kMaxRanksToOpen = 8;

// At most kMaxRanksToOpen ranks, each once, the most important first: the one that is waited for
// most, late ones, the one that waits longest for the first, the late one of each outlier step, one
// that is typical of each group.
[[nodiscard]] std::vector<RankToOpen> ranksToOpen(const Fleet& fleet,
                                                  const FleetMeasures& measures);

// Paths of the traces of ranks that are still what their summaries were made of, so that a summary
// from someone else opens no other file. `changed`, if not null: paths of the others.
[[nodiscard]] std::vector<std::string> tracesToOpen(const Fleet& fleet,
                                                    const std::vector<RankToOpen>& ranks,
                                                    std::vector<std::string>* changed);

}  // namespace gaplight
