// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/scene/layout/row_stretches.h"
#include "core/scene/timeline/timeline_scene.h"

namespace gaplight {

// What a replay says of the timeline.
struct ReplayPicture {
    RowStretches ghosts;  // when calls and activities would happen
    RowStretches path;    // what the window's length hangs on
};

// Onto what buildTimeline() has made of the same input: along the lower edge of the rows in sight
// the outlines of predicted slices, along the upper edge the critical path as a bar.
// O(visible rows × pixels × log n).
void addReplay(const TimelineInput& input, const ReplayPicture& picture, DisplayList& list);

}  // namespace gaplight
