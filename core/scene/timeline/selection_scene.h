// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/scene/model/frame.h"

namespace gaplight {

// Length of the selected range and its position in the ruler; empty if no range is selected.
struct RangeLabel {
    std::string text;
    float x = 0;
    float width = 0;
};
[[nodiscard]] RangeLabel rangeLabel(const Frame& frame);

// Draws the outlines of the selected and the hovered slice, the selected range, the cursor line,
// and the drop position of a dragged track.
void drawSelection(Frame& frame, const RangeLabel& label);

}  // namespace gaplight
