// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "core/index/row_index.h"
#include "core/index/run_counts.h"

namespace gaplight {

// Rows with fewer slices have no levels: they are walked slice by slice at any zoom.
inline constexpr std::size_t kMinSlicesForLevels = 1024;

// Chooses the bucket width of a row's finest level: the smallest for which `bounds` allows at most
// one run per `slicesPerSample` slices. The level has no samples yet. No value for a row of fewer
// than kMinSlicesForLevels slices, or if there is no such width.
[[nodiscard]] std::optional<DetailLevel> planFinestLevel(const Row& row, const RunBounds& bounds,
                                                         std::size_t slicesPerSample);

// Appends coarser levels to `levels`, which has the finest one with its samples, or nothing. Each
// level has at most 0.3 times the samples of the one before it. `samples` stores the samples of
// each appended level. O(samples).
void appendCoarserLevels(const Row& row, const RunBounds& bounds, std::vector<DetailLevel>& levels,
                         std::vector<Column<DetailSample>>& samples);

}  // namespace gaplight
