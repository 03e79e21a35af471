// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/scene/frame.h"
#include "core/scene/occupied_spans.h"
#include "core/scene/track_layout.h"

namespace gaplight {

// The visible rows of a track: a rectangle per run of the level of detail, in the colour of its
// name, and labels where they fit beside the marks.
void drawSlices(Frame& frame, const Band& band, const OccupiedSpans& marks);

}  // namespace gaplight
