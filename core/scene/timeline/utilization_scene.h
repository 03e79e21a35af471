// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "core/scene/model/frame.h"
#include "core/trace/gpu_id.h"

namespace gaplight {

// Destination of a GPU utilization profile.
struct UtilizationArea {
    Box box;
    std::int64_t beginNs = 0;  // at the left edge
    double nsPerPixel = 1;
    ClipIndex clip = 0;
    bool showsIdle = true;         // by class; else idle time is left empty
    std::uint8_t idleAlpha = 255;  // of the stripes of idle time
    double leastColumn = 1;        // width of a column in pixels: this to twice as much
};

// Draws the time of a GPU as stacked columns: computing, communication alone and copies alone from
// the lower edge up, idle time hatched above them. Columns are one to two pixels wide, at multiples
// of their width in absolute time. Idle time is one shape for each interval of one color, below the
// columns. O(pixels × log gaps).
void drawUtilization(DisplayList& list, const BusyProfile& profile, const UtilizationArea& area);

// The profile of a GPU; null if none.
[[nodiscard]] const BusyProfile* busyProfileOf(const SceneModel& model, GpuId gpu);

}  // namespace gaplight
