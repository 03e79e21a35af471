// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/scene/layout/track_layout.h"
#include "core/scene/model/frame.h"

namespace gaplight {

// Draws the instant events of a track as pins at its upper edge; overlapping pins become one.
// O(pixels × log n).
void drawInstants(Frame& frame, const Lane& lane);

// Hit area of a pin: pixels left and right of it, and below the upper edge.
inline constexpr float kInstantReach = 4;
inline constexpr float kInstantHeight = 8;

}  // namespace gaplight
