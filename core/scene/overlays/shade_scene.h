// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/scene/layout/track_layout.h"
#include "core/scene/model/frame.h"

namespace gaplight {

// Alpha of the tint over slices; labels must stay legible.
inline constexpr std::uint8_t kTintWash = 70;

// Draws overlays of kind Tint: a wash over each slice and a thick lower edge. Slices that share a
// pixel share one rectangle.
void drawTints(Frame& frame, const Lane& lane);

// Draws overlays of kind Band: a thin strip below the rows of the track, and a faint background of
// the same color behind them.
void drawBandOverlays(Frame& frame, const Lane& lane);

// An interval of a GPU's Band overlays as it is drawn: those that touch on the screen are one.
struct DrawnBand {
    float x0 = 0;
    float x1 = 0;
    std::string_view label;  // of its first overlay, up to the first comma
    bool isFaded = false;
};
// The bands of level 0 on the streams of a GPU, from left to right. O(pixels × log overlays).
[[nodiscard]] std::vector<DrawnBand> drawnBands(const Frame& frame, std::uint32_t group);

// Draws them as strips below the pinned utilization row of the GPU; `y`: lower edge of that row.
void drawPinnedBandOverlays(Frame& frame, std::span<const DrawnBand> bands, float y);

}  // namespace gaplight
