// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/overlays/overlay_scene.h"

#include "core/scene/overlays/blocking_scene.h"
#include "core/scene/overlays/bracket_scene.h"
#include "core/scene/overlays/outline_scene.h"
#include "core/scene/overlays/shade_scene.h"

namespace gaplight {

// Filled marks take their places before the plates of the others look for one.
void drawMarks(Frame& frame, const Band& band, OccupiedSpans& occupied) {
    drawStretches(frame, band);
    drawTints(frame, band);
    drawBlockingCalls(frame, band, occupied);
    drawOutlines(frame, band, occupied);
    drawBrackets(frame, band, occupied);
}

}  // namespace gaplight
