// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/scene/layout/track_layout.h"
#include "core/scene/model/frame.h"

namespace gaplight {

// Draws the names column: background, and per lane the triangle, the title (kept visible while any
// part of the lane is) and the detail text at the right.
void drawNamesColumn(Frame& frame);
void drawName(Frame& frame, const Lane& lane);
// Draws the link at the lower end of the name of a deep thread that is not pinned, or of one with
// folded frames: "+22 rows", or
// "fewer rows" where all are shown. `lane`: index into TrackLayout::lanes().
void drawRowLimit(Frame& frame, std::size_t lane);
// Whether a point of the names column is on that link. `insideY`: below the lane's top.
[[nodiscard]] bool isOnRowLimit(const Lane& lane, double insideY);
// Draws the name of a pinned GPU and its busy share in the visible range.
void drawPinnedName(Frame& frame, const Lane& lane);

// Title and detail text of a lane, on two lines, if the column has no room for both; else empty.
[[nodiscard]] std::string cutName(const TimelineInput& input, const TextMeasure& measure,
                                  const Lane& lane);

// Rectangle of a lane's triangle; also used for hit testing.
[[nodiscard]] Box triangleBox(const Lane& lane, float laneY);

}  // namespace gaplight
