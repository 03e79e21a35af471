// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/scene/display/occupied_spans.h"
#include "core/scene/layout/track_layout.h"
#include "core/scene/model/frame.h"

namespace gaplight {

// Stretches of a track in which the host did something worth a finding: a line along the top of
// their row, with ends that turn down. Over several slices it is labelled where that hides little
// of them; brackets too close to tell apart become one with a count.
void drawBrackets(Frame& frame, const Band& band, OccupiedSpans& occupied);

}  // namespace gaplight
