// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/scene/memory/memory_stack_scene.h"

namespace gaplight {

inline constexpr float kSegmentRow = 18;

// Draws the segments at a moment, one in a row, the largest first, to one scale: blocks colored by
// line, holes hatched. Blocks below a pixel share pixels, each of which shows its first block.
// `width`: in logical pixels; the list is as high as its rows. O(allocations + pixels).
void buildSegments(const MemoryModel& model, const OwnFrames& frames, Moment moment, float width,
                   DisplayList& list, std::vector<MemoryBox>& boxes);

}  // namespace gaplight
