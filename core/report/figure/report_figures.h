// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/report/facts/report_figure.h"
#include "core/report/figure/comparison_figure.h"
#include "core/scene/display/theme.h"
#include "core/session/scene_data.h"

namespace gaplight {

// The whole trace, and the surroundings of the largest place of each of the findings that cost
// most. `range`: of what was measured; empty: all. `variables`: colors as in SvgOptions.
// What cannot be drawn (a trace without slices) is left out.
[[nodiscard]] std::vector<ReportFigure> reportFigures(const SceneData& data,
                                                      std::optional<TimeRange> range,
                                                      const Theme& theme, bool variables);

// Both runs of a comparison, around the first steady step that both have where steps correspond;
// `number` tells it from others of the document. Empty where it cannot be drawn.
[[nodiscard]] std::string comparisonSvg(const ComparedScenes& scenes, const Theme& theme,
                                        std::size_t number);

}  // namespace gaplight
