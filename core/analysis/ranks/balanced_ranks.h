// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/analysis/ranks/rank_analysis.h"
#include "core/analysis/replay/replay_edit.h"

namespace gaplight {

// For each rank, the edits that give every activity that does not communicate the mean duration of
// those of the same name and launch configuration, over all runs on all ranks. What is left of a
// run's length is its schedule, without stages, ranks and micro-batches that are heavier than
// others. O(activities log activities of all ranks).
[[nodiscard]] std::vector<std::vector<ReplayEdit>> balancedKernels(std::span<const RankTrace> ranks,
                                                                   const RankSetAnalysis& set);

// For each rank, the edits that give the ranks of each group the mean of their work: activities
// that do not communicate take mean / own RankTotals::compute as long, the host time of the threads
// that launch them becomes mean / own number of such activities. Empty for ranks of no group.
// O(activities of all ranks).
[[nodiscard]] std::vector<std::vector<ReplayEdit>> balancedWork(
    std::span<const RankTrace> ranks, const RankSetAnalysis& set,
    std::span<const std::vector<std::size_t>> groups);
// Of the stages of each pipeline, as moving layers would.
[[nodiscard]] std::vector<std::vector<ReplayEdit>> balancedStages(std::span<const RankTrace> ranks,
                                                                  const RankSetAnalysis& set);
// Of the ranks of each group with all-to-alls, as equal numbers of tokens would.
[[nodiscard]] std::vector<std::vector<ReplayEdit>> balancedTokens(std::span<const RankTrace> ranks,
                                                                  const RankSetAnalysis& set);

}  // namespace gaplight
