// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "core/scene/display/display_list.h"
#include "core/scene/display/text_measure.h"
#include "core/scene/model/timeline_input.h"

namespace gaplight {

struct ReplayIntervals;

// Builds the display list of a whole timeline (ruler, names, tracks, overlays, arrows, selection).
// Clears `list` first and reuses its buffers. Visits visible rows only.
// O(visible rows × pixels × log n) at any zoom.
void buildTimeline(const TimelineInput& input, const TextMeasure& measure, DisplayList& list);

// Input of the overview strip: GPU utilization over the whole trace, gaps, and the viewport's
// window.
struct OverviewInput {
    const SceneModel& model;
    const Viewport& viewport;  // of the timeline
    const TimelineState& state;
    float width = 0;
    float height = 56;
    // Drawn below the measured time of each GPU; null: nothing.
    const ReplayIntervals* replay = nullptr;
    // What it shows, on one scale with another run; empty: the trace, or what the view began with.
    std::optional<TimeRange> range = {};
};
void buildOverview(const OverviewInput& input, const TextMeasure& measure, DisplayList& list);
// The same in two lists, to be drawn one over the other: the ground does not depend on the
// viewport.
void buildOverviewGround(const OverviewInput& input, DisplayList& list);
void buildOverviewWindow(const OverviewInput& input, DisplayList& list);

}  // namespace gaplight
