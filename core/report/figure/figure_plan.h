// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

#include "core/report/figure/comparison_figure.h"
#include "core/report/figure/session_figure.h"
#include "core/scene/display/theme.h"

namespace gaplight {

// A figure before its layout, which needs the widths of its texts.
struct FigurePlan {
    std::function<Result<Figure>(const TextMeasure&)> build;  // any thread
    std::string title;
    std::string source;   // figureSource of each trace, a line each
    std::string command;  // makes the figure again; may be empty
};

// The plan refers to `data` or `scenes`.
[[nodiscard]] FigurePlan figurePlan(const SceneData& data, FigureRequest request);
[[nodiscard]] FigurePlan figurePlan(const ComparedScenes& scenes, CompareFigureRequest request);

// A figure as an SVG file, with texts measured in Inter; its <desc> has source and command.
// Errors: as sessionFigure and comparisonFigure.
[[nodiscard]] Result<std::string> figureSvg(const FigurePlan& plan, const Theme& theme);

}  // namespace gaplight
