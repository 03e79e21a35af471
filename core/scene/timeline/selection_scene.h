// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/scene/model/frame.h"

namespace gaplight {

// Where the length of the selected range is written in the ruler; empty if there is none.
struct RangeLabel {
    std::string text;
    float x = 0;
    float width = 0;
};
[[nodiscard]] RangeLabel rangeLabel(const Frame& frame);

// Outlines of the selected and the hovered slice, the selected range, the line under the pointer,
// and where a track that is dragged would go.
void drawSelection(Frame& frame, const RangeLabel& label);

}  // namespace gaplight
