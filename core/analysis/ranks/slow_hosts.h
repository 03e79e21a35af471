// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "core/analysis/ranks/rank_analysis.h"
#include "core/base/time.h"

namespace gaplight {

// A step in which the host of one rank takes longer than that of any other. Arrivals at
// collectives do not show it while that rank's GPU has work queued: then its host catches up
// unseen, until in some step the queue is empty and all ranks wait.
//
//     step 2    host of rank 2 +17 ms    no rank is late
//     step 3    host of rank 3 +22 ms    no rank is late
//     step 4    host of rank 0 +24 ms    rank 0 is late by 25 ms
struct SlowHostStep {
    int step = 0;           // index among the steps of a rank
    std::size_t rank = 0;   // position
    Duration more{};        // beyond the second longest host
    bool isHidden = false;  // the rank is late into no collective of the step
};

// It counts from this part of the (lower) median host of the step on: hosts of equal ranks differ
// by up to 25 % in recorded runs.
inline constexpr std::int64_t kMinSlowHostPercent = 40;

// By step; only steps that all ranks recorded. O(steps × ranks + collectives × ranks).
[[nodiscard]] std::vector<SlowHostStep> slowHostSteps(const RankSetAnalysis& set);

// Whether they are of different ranks in turn, so that no rank alone is the slow one.
[[nodiscard]] bool isRotating(const std::vector<SlowHostStep>& steps);

}  // namespace gaplight
