// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/scene/display/color_ref.h"
#include "core/scene/layout/row_intervals.h"
#include "core/scene/model/busy_profile.h"
#include "core/scene/model/range_sums.h"
#include "core/scene/timeline/timeline_scene.h"

namespace gaplight {

// What a critical path passes in one kind of time.
struct PathPart {
    Role color;
    RangeSums time;
};

// Result of a replay as intervals on the rows of tracks.
struct ReplayIntervals {
    RowIntervals ghosts;                 // predicted positions of calls and activities
    RowIntervals path;                   // the critical path
    std::vector<BusyProfile> predicted;  // predicted time of the GPUs; empty: none is drawn
    std::vector<PathPart> pathParts;     // the critical path by kind; empty: none is drawn
};

// Adds a simulation's result to a list that buildTimeline() has built from the same input: outlines
// of predicted slices along the lower edge of visible rows, pinned ones too, the critical path as a
// bar along the upper edge. O(visible rows × pixels × log n).
void addReplay(const TimelineInput& input, const ReplayIntervals& intervals, DisplayList& list);

}  // namespace gaplight
