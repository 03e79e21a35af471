// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/scene/display/occupied_spans.h"
#include "core/scene/layout/track_layout.h"
#include "core/scene/model/frame.h"

namespace gaplight {

// Draws all overlays on the rows of one track, and adds the areas that slice labels must avoid to
// `occupied`.
void drawOverlays(Frame& frame, const Lane& lane, OccupiedSpans& occupied);

}  // namespace gaplight
