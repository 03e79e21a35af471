// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/scene/display/display_list.h"
#include "core/scene/model/overlay.h"

namespace gaplight {

// A kind of mark as a legend shows it: over a slice where marks lie over one. Clears `list`.
void buildSwatch(OverlayKind kind, float width, float height, DisplayList& list);

}  // namespace gaplight
