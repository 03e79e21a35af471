// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

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

// Draws the Band overlays of all streams of a GPU below its pinned utilisation row; `y`: lower edge
// of the strips.
void drawPinnedBandOverlays(Frame& frame, std::uint32_t group, float y);

}  // namespace gaplight
