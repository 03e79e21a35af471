// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "core/scene/display/display_list.h"
#include "core/scene/display/text_measure.h"

namespace gaplight {

// How a kernel fills a GPU, in the numbers of core/analysis/gpu/occupancy.h.
struct OccupancyPicture {
    std::int64_t maxWarpsPerSm = 0;
    std::int64_t warpsPerBlock = 0;
    std::int64_t blocksPerSm = 0;  // that fit at once
    std::int64_t blocksPerWave = 0;
    std::int64_t fullWaves = 0;
    std::int64_t blocksInLastWave = 0;
};

inline constexpr float kOccupancyHeight = 60;

// Two bars: the warps of one SM, filled by the blocks that fit, and the waves of the grid, the last
// one as far as it is filled. What is empty is hatched. `width` of some 200 pixels or more.
void buildOccupancy(const OccupancyPicture& picture, float width, const TextMeasure& measure,
                    DisplayList& list);

}  // namespace gaplight
