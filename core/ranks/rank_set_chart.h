// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>

#include "core/analysis/ranks/pipeline_times.h"
#include "core/ranks/rank_set.h"
#include "core/scene/ranks/rank_chart.h"

namespace gaplight {

// All ranks of a set as they are drawn; lanes in the order of `set.ranks`, then frontends, ribbons
// in that of RankSetAnalysis::collectives. O(activities + collectives × ranks).
[[nodiscard]] RankChart chartOf(const RankSet& set);

// The utilization of each GPU of one rank, in times of that rank's own trace. Its waits for other
// ranks are those that the lane of the rank shows. `rank` < set.ranks.size(). O(activities).
[[nodiscard]] std::vector<BusyProfile> busyProfilesOf(const RankSet& set, std::size_t rank);

// The rank to show first: the one that the others wait for most, else the first that can be placed
// on the axis.
[[nodiscard]] std::size_t rankToShowFirst(const RankSet& set);

// Stages of a pipeline by time, in one of its steps: a lane for each stage, the first on top, and
// the messages between them. `all`: chartOf(set); `step` < pipeline.steps.size(). Positions in
// RankRibbon count in this chart alone. O(messages of the set).
[[nodiscard]] RankChart chartOfPipeline(const RankSet& set, const RankChart& all,
                                        const PipelineTimes& pipeline, std::size_t step);

}  // namespace gaplight
