// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/report/figure/figure_plan.h"

#include <utility>

#include "core/base/quantity_text.h"
#include "core/report/figure/figure_source.h"
#include "core/report/text/svg_player.h"
#include "core/scene/display/inter_text_measure.h"

namespace gaplight {
namespace {}  // namespace

FigurePlan figurePlan(const SceneData& data, FigureRequest request) {
    FigurePlan plan;
    plan.title = request.title.value_or(figureFileName(data.session()));
    plan.source = joinedText(figureProvenance(data.session(), {}), "\n");
    plan.command = request.command;
    plan.build = [&data, request = std::move(request)](const TextMeasure& measure) {
        return sessionFigure(data, request, measure);
    };
    return plan;
}

FigurePlan figurePlan(const ComparedScenes& scenes, CompareFigureRequest request) {
    FigurePlan plan;
    plan.title = request.figure.title.value_or(comparisonTitle(scenes));
    plan.source = joinedText(comparisonProvenance(scenes, {}), "\n");
    plan.command = request.figure.command;
    plan.build = [scenes, request = std::move(request)](const TextMeasure& measure) {
        return comparisonFigure(scenes, request, measure);
    };
    return plan;
}

Result<std::string> figureSvg(const FigurePlan& plan, const Theme& theme) {
    return plan.build(InterTextMeasure()).map([&](const Figure& figure) {
        SvgOptions options;
        options.title = plan.title;
        options.description = plan.source + (plan.command.empty() ? "" : "\n" + plan.command);
        return svgText(figure, theme, options);
    });
}

}  // namespace gaplight
