// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "core/ranks/rank_set.h"
#include "core/report/text/report_page.h"
#include "core/scene/ranks/heat_map_scene.h"

namespace gaplight {

// Ranks by steps: how long each rank waited in each step, and for how long it was late. As a table
// of at most `maxSteps` steps (the last ones), and as a figure of all: the darker a cell, the
// larger the share of the step that the rank waited; a frame marks a rank that was late.
[[nodiscard]] PageTable heatTable(const RankSet& set, std::size_t maxSteps);
[[nodiscard]] PageFigure heatFigure(const RankSet& set);

// What the cells of a heat map measure, as a share of the rank's step.
enum class HeatMeasure : std::uint8_t { Wait, Lateness, Compute, Idle };

// Rows are ranks in the order of the set, columns all steps with communication.
[[nodiscard]] HeatMap heatMapOf(const RankSet& set, HeatMeasure measure);
// The range of the step that a cell measures, on its rank; empty where there is no such step.
[[nodiscard]] std::optional<TimeRange> stepOfHeatCell(const RankSet& set, std::size_t cell);

}  // namespace gaplight
