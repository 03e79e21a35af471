// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "core/scene/display/display_list.h"
#include "core/scene/display/text_measure.h"

namespace gaplight {

// Occupancy of a kernel, computed by core/analysis/gpu/occupancy.h.
struct OccupancyDiagram {
    std::int64_t maxWarpsPerSm = 0;
    std::int64_t warpsPerBlock = 0;
    std::int64_t blocksPerSm = 0;  // resident at the same time
    std::int64_t blocksPerWave = 0;
    std::int64_t fullWaves = 0;
    std::int64_t blocksInLastWave = 0;
};

inline constexpr float kOccupancyHeight = 60;

// Draws two bars: the warps of one SM, filled by its resident blocks, and the waves of the grid,
// the last one filled partially. Empty parts are hatched. `width`: about 200 pixels or more.
void buildOccupancy(const OccupancyDiagram& diagram, float width, const TextMeasure& measure,
                    DisplayList& list);

}  // namespace gaplight
