// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/base/time.h"
#include "core/fleet/fleet.h"
#include "core/fleet/late_ranks.h"

namespace gaplight {

// Ranks that do the same kind of work for about as long: the stages of a pipeline are groups of
// their own, and so are ranks with a slow GPU.
struct AlikeRanks {
    std::vector<std::size_t> ranks;  // positions in the fleet, ascending
    std::size_t typical = 0;         // of them: whose computing per step is the median
    Duration compute{};              // per step: the median of them
    Duration wait{};                 // the same
};

// The largest group first. Ranks are alike if they call for the same operations in groups of the
// same size, and if there is a chain of ranks between them whose computing per step differs by at
// most kMaxAlikeShare from one to the next. O(calls log + ranks log ranks).
[[nodiscard]] std::vector<AlikeRanks> alikeRanks(const Fleet& fleet);

inline constexpr double kMaxAlikeShare = 0.05;

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
