// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/scene/layout/track_layout.h"
#include "core/scene/model/frame.h"

namespace gaplight {

// Draws the host annotations mirrored above the streams of a GPU: paler than slices, with a bright
// top edge, so that they are not mistaken for GPU work. Annotations narrower than a bucket of the
// level of detail are joined with their neighbors in it.
// O(visible rows × pixels × log spans).
void drawAnnotations(Frame& frame, const Lane& lane);

}  // namespace gaplight
