// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "core/ranks/rank_set.h"
#include "core/report/figure/figure_plan.h"
#include "core/report/text/report_page.h"
#include "core/scene/display/theme.h"
#include "core/scene/ranks/heat_map_scene.h"

namespace gaplight {

// The appearance of a figure of one collective.
struct CollectiveFigureRequest {
    float width = 1060;
    float height = 0;                  // 0: as high as needed
    std::optional<std::string> title;  // empty: what the collective is
    std::string caption;
    std::string command;  // makes the figure again; may be empty
    bool withProvenance = true;
};

// The collective worth showing: the one whose late rank leads most, else the one that ranks wait
// in most. Empty: none was matched.
[[nodiscard]] std::optional<std::size_t> collectiveToShow(const RankSetAnalysis& set);

// "3": the third of the late collectives, the latest first; "0#12": that ordinal in the group of
// that name. Errors: BadArgument, with what there is.
[[nodiscard]] Result<std::size_t> collectiveFromText(const RankSet& set, std::string_view text);

// One collective across its ranks, by its position in RankSetAnalysis::collectives.
[[nodiscard]] FigurePlan collectiveFigurePlan(std::shared_ptr<const RankSet> set,
                                              std::size_t collective,
                                              CollectiveFigureRequest request);

// The same as SVG with variables, for an HTML report; empty where it cannot be drawn.
[[nodiscard]] std::string collectiveSvg(const RankSet& set, std::size_t collective,
                                        const Theme& theme);

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
