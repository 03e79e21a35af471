// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/scene/timeline/timeline_scene.h"

namespace gaplight {

// How the overview maps time to x, and where the timeline's window stands in it.
struct OverviewGeometry {
    static constexpr float kHandle = 5;     // width of a handle
    static constexpr float kNarrowest = 8;  // of the window, so that it can be grasped

    explicit OverviewGeometry(const OverviewInput& input);

    [[nodiscard]] float x(Time time) const;
    [[nodiscard]] Time timeAt(float x) const;

    TimeRange range;
    double nsPerPixel = 1;
    float width = 0;
    float windowLeft = 0;
    float windowRight = 0;
};

}  // namespace gaplight
