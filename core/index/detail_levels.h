// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "core/index/row_index.h"
#include "core/index/run_counts.h"

namespace gaplight {

// Rows with fewer slices have no levels: they are walked slice by slice at any zoom.
inline constexpr std::size_t kMinSlicesForLevels = 1024;

// The finest level of a row, without its samples: the narrowest buckets with at most one run per
// `slicesPerSample` slices, as `bounds` says. Empty if the row is short or no bucket is wide
// enough.
[[nodiscard]] std::vector<DetailLevel> planFinestLevel(const Row& row, const RunBounds& bounds,
                                                       std::size_t slicesPerSample);

// Appends the coarser levels to the finest one, which has its samples; each has at most 0.3 times
// as many as the one before. `samples` receives theirs, by level. O(samples).
void appendCoarserLevels(const Row& row, const RunBounds& bounds, std::vector<DetailLevel>& levels,
                         std::vector<Column<DetailSample>>& samples);

}  // namespace gaplight
