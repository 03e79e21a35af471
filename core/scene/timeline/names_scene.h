// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/scene/layout/track_layout.h"
#include "core/scene/model/frame.h"

namespace gaplight {

// The column of names at the left: its ground, and per band a triangle, the title (which stays in
// sight while any of the band is) and what else there is to say at the right.
void drawNamesColumn(Frame& frame);
void drawName(Frame& frame, const Band& band);
// A pinned GPU's name, and how busy it was in the range that is shown.
void drawPinnedName(Frame& frame, const Band& band);

// Where a band's triangle stands; for hit testing.
[[nodiscard]] Box triangleBox(const Band& band, float bandY);

}  // namespace gaplight
