// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

#include "core/report/figure/comparison_figure.h"
#include "core/report/figure/session_figure.h"
#include "core/scene/display/theme.h"

namespace gaplight {

// A figure that is chosen but not laid out: that needs to know how wide texts are.
struct FigurePlan {
    std::function<Result<Figure>(const TextMeasure&)> build;  // any thread
    std::string title;
    std::string source;   // where it comes from, a line for each trace
    std::string command;  // that makes it again; may be empty
};

// What they refer to must outlive the plan.
[[nodiscard]] FigurePlan figurePlan(const SceneData& data, FigureRequest request);
[[nodiscard]] FigurePlan figurePlan(const ComparedScenes& scenes, CompareFigureRequest request);

// A figure's file as SVG, measured by Inter's widths; where it comes from stands in its <desc>.
// Errors: as sessionFigure and comparisonFigure.
[[nodiscard]] Result<std::string> figureSvg(const FigurePlan& plan, const Theme& theme);

}  // namespace gaplight
