// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/scene/display/display_list.h"

namespace gaplight {

// Where a track lies in a figure, and slices that a reader may ask for: what a display list does
// not know, for pictures with names in them (SVG).
struct FigureTrack {
    std::string name;
    Box box;
};
struct FigureSlice {
    std::uint32_t rect = 0;  // into DisplayList::rects; ascending
    std::string title;       // "aten::linear · 5.0 ms, at 12.3 ms"
};

// A picture to print. Tracks stand from top to bottom.
struct Figure {
    DisplayList list;
    std::vector<FigureTrack> tracks;
    std::vector<FigureSlice> slices;
};

}  // namespace gaplight
