// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/scene/model/frame.h"

namespace gaplight {

// Where a slice is drawn: at least a device pixel wide; x is cut a little outside the view.
// Not shown: it has no band, or its band is above or below the view. On a pinned track it stands
// below the strips.
struct SlicePlace {
    Box box;
    ClipIndex clip = 0;  // for what is drawn upon it
    bool hasBand = false;
};
[[nodiscard]] SlicePlace slicePlace(const Frame& frame, SliceId slice);

}  // namespace gaplight
