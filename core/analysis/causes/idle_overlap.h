// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "core/analysis/analysis.h"
#include "core/base/time.h"

namespace gaplight {

// The union of ranges in any order: disjoint, ascending, none empty. O(n log n).
[[nodiscard]] std::vector<TimeRange> unionOf(std::vector<TimeRange> ranges);

// Sum of the lengths of disjoint ranges.
[[nodiscard]] Duration lengthOf(std::span<const TimeRange> disjoint);

// Idle time inside disjoint, ascending ranges, summed over GPUs. GPUs whose graphs are
// under-recorded are left out.
// O(ranges log gaps + gaps inside).
[[nodiscard]] Duration idleInside(const Analysis& analysis, std::span<const TimeRange> ranges);

}  // namespace gaplight
