// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "core/ranks/rank_set.h"

namespace gaplight {

// The number of a step for its user (stepNumber()), of the first rank that has the step. `step`:
// position in the steps of each rank's host, from 0. O(tracks × log slices).
[[nodiscard]] std::size_t numberOfStep(const RankSet& set, int step);

}  // namespace gaplight
