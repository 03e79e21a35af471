// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/base/time.h"
#include "core/scene/display/display_list.h"
#include "core/scene/display/text_measure.h"
#include "core/scene/ranks/rank_chart.h"

namespace gaplight {

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

}  // namespace gaplight
