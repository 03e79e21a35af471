// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "core/scene/display/occupied_spans.h"
#include "core/scene/model/frame.h"
#include "core/scene/overlays/overlay_rows.h"

namespace gaplight {

// Draws a text on an opaque plate inside a row, at the right end of [x0, x1), if at least `clear`
// pixels stay free left of it and nothing else occupies the place. Adds the plate to `occupied`.
void drawOverlayLabel(Frame& frame, const OverlayRow& row, float x0, float x1, float clear,
                      std::string_view text, Role color, OccupiedSpans& occupied);

}  // namespace gaplight
