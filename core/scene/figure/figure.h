// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/scene/display/display_list.h"

namespace gaplight {

// Position of a track, and title of a slice, in a figure: metadata that a display list does not
// have, for formats with element names and tooltips (SVG).
struct FigureTrack {
    std::string name;
    Box box;
};
struct FigureSlice {
    std::uint32_t rect = 0;  // into DisplayList::rects; ascending
    std::string title;       // "aten::linear · 5.0 ms, at 12.3 ms"
};

// A figure for publication. Tracks are listed from top to bottom.
struct Figure {
    DisplayList list;
    std::vector<FigureTrack> tracks;
    std::vector<FigureSlice> slices;
};

}  // namespace gaplight
