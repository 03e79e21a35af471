// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "core/scene/display/occupied_spans.h"
#include "core/scene/model/frame.h"
#include "core/scene/overlays/overlay_rows.h"

namespace gaplight {

// A text on a plate of its own inside a row, at the right end of [x0, x1), where it fits with
// `clear` pixels left free beside it and nothing else is written. Takes its place in `occupied`.
void drawMarkLabel(Frame& frame, const MarkRow& row, float x0, float x1, float clear,
                   std::string_view text, Role color, OccupiedSpans& occupied);

}  // namespace gaplight
