// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/scene/layout/track_layout.h"
#include "core/scene/model/frame.h"

namespace gaplight {

// The bands that mirror the host's annotations above the streams of a GPU. Paler than slices, with
// a bright edge on top, so that they read as what lies behind the work. What is narrower than a
// bucket of the level of detail is one stretch with what follows it there.
// O(visible rows × pixels × log spans).
void drawAnnotations(Frame& frame, const Band& band);

}  // namespace gaplight
