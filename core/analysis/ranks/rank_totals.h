// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/ranks/rank_analysis.h"

namespace gaplight {

// Sets totals, straggler and endSpread from the other members.
void summarizeRanks(RankSetAnalysis& analysis);

}  // namespace gaplight
