// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "core/ranks/rank_set.h"

namespace gaplight {

// The number by which a step is shown: N of "ProfilerStep#N" (stepNumber()) in the first rank that
// has the step. `step`: its index among the steps of a rank, from 0; -1: before the first.
// Returns nothing where no rank has a step of that index. O(tracks × log slices).
[[nodiscard]] std::optional<std::size_t> numberOfStep(const RankSet& set, int step);

// "step 3" by numberOfStep(); "before" where `step` is -1, "after" where no rank has it.
[[nodiscard]] std::string stepLabel(const RankSet& set, int step);

}  // namespace gaplight
