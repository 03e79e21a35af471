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

// Figures of the whole trace and around the largest occurrence of each of the first findings.
// `range`: the measured one; empty: all. `variables`: colors as in SvgOptions. A figure that cannot
// be drawn (a trace without slices) is omitted.
[[nodiscard]] std::vector<ReportFigure> reportFigures(const SceneData& data,
                                                      std::optional<TimeRange> range,
                                                      const Theme& theme, bool variables);

// Both runs of a comparison, around the first steady step that both have where steps correspond;
// `number`: distinguishes the figures of a document. Empty if it cannot be drawn.
[[nodiscard]] std::string comparisonSvg(const ComparedScenes& scenes, const Theme& theme,
                                        std::size_t number);

}  // namespace gaplight
