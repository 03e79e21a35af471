// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "core/base/time.h"
#include "core/fleet/fleet.h"

namespace gaplight {

// Ranks that do the same kind of work for about as long: the stages of a pipeline are groups of
// their own, and so are ranks with a slow GPU.
struct AlikeRanks {
    std::vector<std::size_t> ranks;  // positions in the fleet, ascending
    std::size_t typical = 0;         // of them: whose computing per step is the median
    Duration compute{};              // per step: the median of them
    Duration wait{};                 // the same
};

// The largest group first. Ranks are alike if they call for the same operations in groups of the
// same size, and if there is a chain of ranks between them whose computing per step differs by at
// most kMaxAlikeShare from one to the next. O(calls log + ranks log ranks).
[[nodiscard]] std::vector<AlikeRanks> alikeRanks(const Fleet& fleet);

inline constexpr double kMaxAlikeShare = 0.05;

}  // namespace gaplight
