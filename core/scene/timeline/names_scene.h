// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/scene/layout/track_layout.h"
#include "core/scene/model/frame.h"

namespace gaplight {

// Draws the names column: background, and per band the triangle, the title (kept visible while any
// part of the band is) and the detail text at the right.
void drawNamesColumn(Frame& frame);
void drawName(Frame& frame, const Band& band);
// Draws the name of a pinned GPU and its busy share in the visible range.
void drawPinnedName(Frame& frame, const Band& band);

// Rectangle of a band's triangle; also used for hit testing.
[[nodiscard]] Box triangleBox(const Band& band, float bandY);

}  // namespace gaplight
