// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "core/scene/ranks/rank_lanes_scene.h"

namespace gaplight {

// Draws the ribbons of a view, for buildRankLanes(). At most 4,096, of at least 3 px.
// O(visible ribbons × ranks).
void drawRibbons(const RankLanesInput& input, const TextMeasure& measure, ClipIndex clip,
                 DisplayList& list);

// The ribbon drawn at a point, of several the shortest.
[[nodiscard]] std::optional<std::uint32_t> ribbonAt(const RankLanesInput& input, float x, float y);

}  // namespace gaplight
