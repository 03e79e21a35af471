// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/report/facts/report_subject.h"
#include "core/report/figure/comparison_figure.h"
#include "core/report/figure/figure_plan.h"
#include "core/scene/display/theme.h"
#include "core/session/efficiency_of.h"
#include "core/session/scene_data.h"
#include "core/session/session.h"

namespace gaplight {

struct RooflineFigureSize {
    float width = 1060;
    float height = 460;
};

// The kernels of the GPU with most kernel time (or of that number) under its ceilings, a point for
// each name of a kernel. `command`: makes the figure again; no value: without provenance. Errors
// of build(): NotReadable where no kernel's work is known.
[[nodiscard]] FigurePlan rooflineFigurePlan(std::shared_ptr<const Session> session,
                                            std::shared_ptr<const SessionEfficiency> kernels,
                                            std::optional<std::int32_t> device,
                                            RooflineFigureSize size, std::string title = {},
                                            std::optional<std::string> command = std::nullopt);

// The same as SVG with variables, for an HTML report; empty where there is nothing to draw.
[[nodiscard]] std::string rooflineSvg(const Session& session, const SessionEfficiency& kernels,
                                      std::optional<std::int32_t> device, const Theme& theme);

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
