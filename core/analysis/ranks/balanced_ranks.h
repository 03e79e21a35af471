// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

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

// For each rank, the edits that give its stage as much work as the mean of its pipeline, as moving
// layers would. Activities that do not communicate take mean / own RankTotals::compute as long; the
// host time of the threads that launch them becomes mean / own number of such activities. Empty for
// ranks that are no stage. O(activities of all ranks).
[[nodiscard]] std::vector<std::vector<ReplayEdit>> balancedStages(std::span<const RankTrace> ranks,
                                                                  const RankSetAnalysis& set);

}  // namespace gaplight
