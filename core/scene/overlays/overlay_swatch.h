// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/scene/display/display_list.h"
#include "core/scene/model/overlay.h"

namespace gaplight {

// Draws the legend sample of an overlay kind, over a sample slice where overlays lie over slices.
// Clears `list` first.
void buildSwatch(OverlayKind kind, float width, float height, DisplayList& list);

}  // namespace gaplight
