// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/base/time.h"
#include "core/report/figure/comparison_figure.h"
#include "core/report/figure/session_figure.h"
#include "core/scene/display/theme.h"
#include "core/session/session.h"

namespace gaplight {

// Origin of a figure: its trace, GPUs and range.

[[nodiscard]] std::string figureFileName(const Session& session);
// "2× NVIDIA H200": the used GPUs; empty if the trace does not name them.
[[nodiscard]] std::string figureGpus(const Session& session);
// "20.5 ms from 1.20 s on, of 3.00 s"
[[nodiscard]] std::string figureRangeText(const Session& session, TimeRange range);
// File, date of the trace, GPUs.
[[nodiscard]] std::string figureSource(const Session& session);
// Lines below a figure: figureSource with Gaplight's version, then the command that makes it.
[[nodiscard]] std::vector<std::string> figureProvenance(const Session& session,
                                                        const std::string& command);

// The same lines as they stand below a plot, `width` wide and as high as they need; 0 without any.
[[nodiscard]] DisplayList figureFoot(const std::vector<std::string>& provenance, float width,
                                     const TextMeasure& measure);

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
