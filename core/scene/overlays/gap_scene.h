// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "core/scene/layout/track_layout.h"
#include "core/scene/model/frame.h"

namespace gaplight {

// Idle gaps of a GPU on its utilisation row: a hatch with the length inside if that fits; else
// the length stands in the free place above, joined by a line, the longest gaps first; gaps too
// close to tell apart become one strip with a count.
void drawGaps(Frame& frame, std::int32_t device, float y, float height, bool labelsAbove);

// The same gaps, faintly, behind the rows of a stream, where they are wide enough to see.
void drawGapShades(Frame& frame, std::int32_t device, const Band& band);

}  // namespace gaplight
