// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/scene/layout/track_layout.h"
#include "core/scene/model/frame.h"

namespace gaplight {

// What happened at one moment on a track: a pin at its upper edge. Pins that would overlap are
// one. O(pixels × log n).
void drawInstants(Frame& frame, const Band& band);

// How far left and right of a pin, and how far below the upper edge, it can be pointed at.
inline constexpr float kInstantReach = 4;
inline constexpr float kInstantHeight = 8;

}  // namespace gaplight
