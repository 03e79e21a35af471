// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "core/analysis/gap_fillers.h"

namespace gaplight {

// What gapFillers() sums, each gap for itself: one entry per gap, which sums to its length.
// 96 bytes a gap.
[[nodiscard]] std::vector<IdleByFiller> fillersOfGaps(const Trace& trace, const NameClasses& names,
                                                      std::span<const Gap> gaps);

}  // namespace gaplight
