// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/ranks/rank_analysis.h"
#include "core/base/time.h"

namespace gaplight {

// Adds `more` to `total`; neither is negative. Gives the largest Duration instead of an overflow,
// which only the times of a damaged trace can cause.
void addClamped(Duration& total, Duration more);

// Sets totals, straggler and endSpread from the other members.
void summarizeRanks(RankSetAnalysis& analysis);

}  // namespace gaplight
