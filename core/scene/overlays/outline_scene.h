// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/scene/display/occupied_spans.h"
#include "core/scene/layout/track_layout.h"
#include "core/scene/model/frame.h"

namespace gaplight {

// Slices that a finding speaks of (compiled regions, copies, calls): a frame inside each; slices
// too close to tell apart share one with a count.
void drawOutlines(Frame& frame, const Band& band, OccupiedSpans& occupied);

}  // namespace gaplight
