// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/scene/display/occupied_spans.h"
#include "core/scene/layout/track_layout.h"
#include "core/scene/model/frame.h"

namespace gaplight {

// Draws a frame inside each slice that a finding refers to (compiled regions, copies, calls);
// slices too close to separate share one frame with a count. Adds the covered area to `occupied`.
void drawOutlines(Frame& frame, const Lane& lane, OccupiedSpans& occupied);

}  // namespace gaplight
