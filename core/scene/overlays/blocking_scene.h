// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/scene/display/occupied_spans.h"
#include "core/scene/layout/track_layout.h"
#include "core/scene/model/frame.h"

namespace gaplight {

// Marks the blocking calls of a track: a filled ribbon with a notch at its left, so that its shape
// alone tells. It covers the slice where the wait costs something, and marks its begin where it
// does not (no finding, or one with next to nothing to gain); calls too close to tell apart become
// one ribbon with a count, and a line under the stretch that it stands for. What marks cover is
// added to `occupied`.
void drawBlockingCalls(Frame& frame, const Band& band, OccupiedSpans& occupied);

}  // namespace gaplight
