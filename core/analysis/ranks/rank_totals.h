// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/ranks/rank_analysis.h"
#include "core/base/time.h"

namespace gaplight {

// Adds to a sum of times of several collectives, steps or ranks, none of which is below zero. In a
// damaged trace each may take up half of what a Duration holds; a sum that would overflow is the
// largest Duration.
void addClamped(Duration& total, Duration more);

// Sets totals, straggler and endSpread from the other members.
void summarizeRanks(RankSetAnalysis& analysis);

}  // namespace gaplight
