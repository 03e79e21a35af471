// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "core/ranks/rank_set.h"

namespace gaplight {

// The number by which a step is shown: N of "ProfilerStep#N" (stepNumber()) in the first rank that
// has the step. `step`: its position among the steps of each rank, from 0; empty where no rank has
// it: before the first step (-1) or after the last. O(tracks × log slices).
[[nodiscard]] std::optional<std::size_t> numberOfStep(const RankSet& set, int step);

// "step 3" by that number; "before" and "after": what lies outside of the steps.
[[nodiscard]] std::string stepLabel(const RankSet& set, int step);

}  // namespace gaplight
