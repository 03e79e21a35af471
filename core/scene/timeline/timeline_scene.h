// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/scene/display/display_list.h"
#include "core/scene/display/text_measure.h"
#include "core/scene/model/timeline_input.h"

namespace gaplight {

// The whole timeline (ruler, names, tracks, overlays, arrows, selection) into `list`, which is
// cleared first; its buffers are used again. Only visible rows are visited.
// O(visible rows × pixels × log n), whatever the zoom.
void buildTimeline(const TimelineInput& input, const TextMeasure& measure, DisplayList& list);

// The overview strip: GPU utilisation over the whole trace, gaps, and the viewport's window.
struct OverviewInput {
    const SceneModel& model;
    const Viewport& viewport;  // of the timeline
    const TimelineState& state;
    float width = 0;
    float height = 56;
};
void buildOverview(const OverviewInput& input, const TextMeasure& measure, DisplayList& list);

}  // namespace gaplight
