// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "core/scene/layout/track_layout.h"
#include "core/scene/model/frame.h"
#include "core/trace/gpu_id.h"

namespace gaplight {

// Draws a GPU's idle gaps on its utilisation row: a hatch with the length inside if it fits,
// otherwise with the length in free space above and a connecting line (longest gaps first). Gaps
// too close to separate become one strip with a count.
void drawGaps(Frame& frame, GpuId gpu, float y, float height, bool labelsAbove);

// Draws the same gaps faintly behind the rows of a stream, where they are wide enough.
void drawGapShades(Frame& frame, GpuId gpu, const Lane& lane);

}  // namespace gaplight
