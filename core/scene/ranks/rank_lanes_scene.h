// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/base/time.h"
#include "core/scene/display/display_list.h"
#include "core/scene/display/text_measure.h"
#include "core/scene/ranks/rank_chart.h"

namespace gaplight {

// What a joint replay predicts of one lane, on the axis of the set.
struct PredictedLane {
    std::vector<TimeRange> communication;  // of its collectives, by begin
    BusyProfile work;                      // all its other GPU work, as computing
    Time end;                              // of its last GPU work
};

// A view of all ranks: a lane each, one below the other, on one axis.
struct RankLanesInput {
    const RankChart& chart;
    Time begin;             // at the left edge of the lanes, on the axis of the set
    double nsPerPixel = 1;  // > 0
    float width = 0;
    float height = 0;
    float namesWidth = 220;
    std::optional<std::uint32_t> current = {};   // lane of the rank shown below
    std::optional<std::uint32_t> selected = {};  // ribbon
    std::optional<std::uint32_t> hovered = {};   // ribbon
    std::optional<Time> cursor = {};
    // By lane: work in the lower half of the strip, below the measured, communication as outlines
    // below the measured; empty: nothing.
    std::span<const PredictedLane> predicted = {};
    // Per group and per kind, whether its collectives are shown; empty: all are.
    std::vector<bool> shownGroups = {};
    std::vector<bool> shownKinds = {};
};

// Height at which all lanes have their communication below their strip.
[[nodiscard]] float fullRankLanesHeight(std::size_t lanes);

// Draws each rank's GPU time as a strip and its collectives below it: waiting hatched from a rank's
// arrival to the last one's, transfer from there on; ribbons join what belongs together, a line
// with the delay marks a late rank. Collectives narrower than 3 px are columns of their share.
// Lanes that are too low have a strip alone. O(lanes × pixels + visible ribbons × ranks).
void buildRankLanes(const RankLanesInput& input, const TextMeasure& measure, DisplayList& list);

struct RankLanesHit {
    std::optional<std::uint32_t> lane;
    std::optional<std::uint32_t> ribbon;
    bool isName = false;  // on the names at the left
    Time time;
};
[[nodiscard]] RankLanesHit hitTestRankLanes(const RankLanesInput& input, float x, float y);

// Far off the view, so that corners stay exact in floats.
inline constexpr double kFarAway = 100'000;
inline constexpr float kLabelPadding = 4;

// Where lanes are in a view, in pixels.
struct LaneRows {
    static constexpr float kMargin = 4;           // above the first lane and below the last
    static constexpr float kFullPitch = 38;       // of lanes
    static constexpr float kMinFullPitch = 30;    // lower lanes have a strip alone
    static constexpr float kPredictedHeight = 4;  // of the outlines of predicted communication

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
    // Upper and lower edge of the row that ribbons connect; below it is kPredictedHeight of room.
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

// Draws the ribbons of a view, for buildRankLanes(). At most 4,096, of at least 3 px.
// O(visible ribbons × ranks).
void drawRibbons(const RankLanesInput& input, const TextMeasure& measure, ClipIndex clip,
                 DisplayList& list);

// The ribbon drawn at a point, of several the shortest.
[[nodiscard]] std::optional<std::uint32_t> ribbonAt(const RankLanesInput& input, float x, float y);

}  // namespace gaplight
