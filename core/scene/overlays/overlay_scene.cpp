// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/overlays/overlay_scene.h"

#include "core/scene/overlays/blocking_scene.h"
#include "core/scene/overlays/bracket_scene.h"
#include "core/scene/overlays/outline_scene.h"
#include "core/scene/overlays/shade_scene.h"

namespace gaplight {

// Filled overlays first: the labels of the others are placed in the space that they leave.
void drawOverlays(Frame& frame, const Lane& lane, OccupiedSpans& occupied) {
    drawBandOverlays(frame, lane);
    drawTints(frame, lane);
    drawBlockingCalls(frame, lane, occupied);
    drawOutlines(frame, lane, occupied);
    drawBrackets(frame, lane, occupied);
}

}  // namespace gaplight
