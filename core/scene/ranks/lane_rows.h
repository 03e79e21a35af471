// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "core/scene/ranks/rank_lanes_scene.h"

namespace gaplight {

// Far off the view, so that corners stay exact in floats.
inline constexpr double kFarAway = 100'000;
inline constexpr float kLabelPadding = 4;

// Where lanes lie in a view, in pixels.
struct LaneRows {
    static constexpr float kMargin = 4;         // above the first lane and below the last
    static constexpr float kFullPitch = 38;     // of lanes
    static constexpr float kMinFullPitch = 30;  // lower lanes have a strip alone

    float pitch = kFullPitch;
    float strip = 0;          // height
    float communication = 0;  // height; 0: no row of its own

    explicit LaneRows(const RankLanesInput& input) {
        const auto lanes = static_cast<float>(std::max<std::size_t>(1, input.chart.lanes.size()));
        pitch = std::min(kFullPitch, (input.height - 2 * kMargin) / lanes);
        if (isFull()) {
            communication = 13;
            strip = pitch - communication - 9;
        } else {
            strip = std::max(1.0F, pitch - (pitch >= 8 ? 3.0F : pitch >= 4 ? 1.0F : 0.0F));
        }
    }

    bool isFull() const { return pitch >= kMinFullPitch; }
    float top(std::size_t lane) const { return kMargin + pitch * static_cast<float>(lane); }
    // Upper and lower edge of the row that ribbons connect.
    float ribbonTop(std::size_t lane) const { return isFull() ? top(lane) + strip + 2 : top(lane); }
    float ribbonBottom(std::size_t lane) const {
        return ribbonTop(lane) + (isFull() ? communication : strip);
    }
};

// x of a time, not clamped; and clamped to kFarAway.
[[nodiscard]] inline double exactX(const RankLanesInput& input, Time time) {
    return input.namesWidth + static_cast<double>(ns(time) - ns(input.begin)) / input.nsPerPixel;
}
[[nodiscard]] inline float nearX(const RankLanesInput& input, Time time) {
    return static_cast<float>(std::clamp(exactX(input, time), -kFarAway, kFarAway));
}
[[nodiscard]] inline Time timeAtX(const RankLanesInput& input, double x) {
    return input.begin + Duration(std::llround((x - input.namesWidth) * input.nsPerPixel));
}

}  // namespace gaplight
