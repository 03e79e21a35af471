// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/scene/display/occupied_spans.h"
#include "core/scene/layout/track_layout.h"
#include "core/scene/model/frame.h"

namespace gaplight {

// Draws host activity that a finding refers to: a line along the top of the row with ends that turn
// down. Brackets over several slices are labeled where the label hides little; brackets too close
// to separate become one with a count. Adds the covered area to `occupied`.
void drawBrackets(Frame& frame, const Lane& lane, OccupiedSpans& occupied);

}  // namespace gaplight
