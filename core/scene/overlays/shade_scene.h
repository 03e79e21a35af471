// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/scene/layout/track_layout.h"
#include "core/scene/model/frame.h"

namespace gaplight {

// How strongly tinted slices take the colour of marks; their labels must stay legible.
inline constexpr std::uint8_t kTintWash = 70;

// Slices of one kind: a wash and a thick lower edge. What shares a pixel becomes one.
void drawTints(Frame& frame, const Band& band);

// Stretches of a track in which something holds: a thin strip below its rows, and a breath of the
// same colour behind them.
void drawStretches(Frame& frame, const Band& band);

// The strips of all streams of a GPU, below its pinned row; `y` is its lower edge.
void drawPinnedStretches(Frame& frame, std::uint32_t group, float y);

}  // namespace gaplight
