// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/scene/model/frame.h"

namespace gaplight {

// Rectangle of a slice in the view: at least a device pixel wide, clamped in x a little outside the
// view. Slices of pinned tracks are placed below the GPU utilization strips, slices of a collapsed
// group on its header.
struct SlicePlace {
    Box box;
    ClipIndex clip = 0;    // clip of everything drawn over it
    bool isShown = false;  // TrackLayout::isShown() of its track; nothing is drawn over it if not
};
[[nodiscard]] SlicePlace slicePlace(const Frame& frame, SliceId slice);

}  // namespace gaplight
