// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/scene/frame.h"

namespace gaplight {

// Where a slice is drawn: at least a device pixel wide; x is cut a little outside the view.
// Not shown: it has no band, or its band is above or below the view.
struct SlicePlace {
    Box box;
    bool hasBand = false;
};
[[nodiscard]] SlicePlace slicePlace(const Frame& frame, SliceId slice);

}  // namespace gaplight
