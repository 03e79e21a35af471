// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/scene/timeline/timeline_scene.h"

namespace gaplight {

// Maps time to x in the overview, and gives the position of the timeline's window in it.
struct OverviewGeometry {
    static constexpr float kHandleWidth = 5;     // px
    static constexpr float kMinWindowWidth = 8;  // px; large enough to drag

    explicit OverviewGeometry(const OverviewInput& input);

    float x(Time time) const;
    Time timeAt(float x) const;

    TimeRange range;
    double nsPerPixel = 1;
    float width = 0;
    float windowLeft = 0;
    float windowRight = 0;
};

}  // namespace gaplight
