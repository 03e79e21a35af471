// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/scene/display/occupied_spans.h"
#include "core/scene/layout/track_layout.h"
#include "core/scene/model/frame.h"

namespace gaplight {

// Draws the blocking calls of a track as filled ribbons with a notch at the left (recognizable by
// shape, not only by color). A call that costs GPU time gets a ribbon over its whole slice; one
// without a finding or with negligible cost gets a short ribbon at its start. Calls too close to
// separate become one ribbon with a count and a line below the interval that it covers. Adds the
// covered area to `occupied`.
void drawBlockingCalls(Frame& frame, const Lane& lane, OccupiedSpans& occupied);

}  // namespace gaplight
