// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "core/scene/layout/track_layout.h"
#include "core/scene/model/frame.h"
#include "core/scene/overlays/shade_scene.h"
#include "core/trace/gpu_id.h"

namespace gaplight {

// Where gaps are drawn, in pixels of the view.
struct GapArea {
    float y = 0;
    float height = 0;
    bool hasLabels = true;  // above it
};

// Draws a GPU's idle gaps on its utilization row, in the color of what the GPU waited for: a hatch
// with the length inside if it fits, otherwise with the length in free space above and a connecting
// line (longest gaps first). Gaps too close to separate have one line above them, with the length
// of all together and their number: "2.60 ms in 13".
// `bands`: drawnBands() of the GPU. Where the GPU is idle for much of a band, the band's label is
// placed above it before the labels of gaps: "launched one by one, 90 % idle".
void drawGaps(Frame& frame, const BusyProfile& profile, std::span<const DrawnBand> bands,
              const GapArea& area);

// Draws the same gaps faintly behind the rows of a stream, where they are wide enough.
void drawGapShades(Frame& frame, GpuId gpu, const Lane& lane);

}  // namespace gaplight
