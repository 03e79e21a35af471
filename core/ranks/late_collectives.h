// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "core/analysis/ranks/rank_analysis.h"

namespace gaplight {

// Positions of the collectives that some rank was late in, the largest lead first.
[[nodiscard]] std::vector<std::size_t> lateCollectives(const RankSetAnalysis& set);

// The late collective behind (`direction` 1) or before (-1) one in time, around the ends; of all
// collectives where nobody was late. `from`: -1 for none. There is at least one.
[[nodiscard]] std::size_t nextLateCollective(const RankSetAnalysis& set, int from, int direction);

}  // namespace gaplight
