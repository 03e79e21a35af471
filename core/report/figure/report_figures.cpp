// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/report/figure/report_figures.h"

#include <algorithm>

#include "core/report/figure/session_figure.h"
#include "core/report/text/svg_player.h"
#include "core/scene/display/inter_text_measure.h"

namespace gaplight {
namespace {

constexpr std::size_t kMaxReportFigures = 6;
constexpr float kWidth = 1060;
constexpr float kHighest = 760;  // a stack of Python frames is no overview
constexpr float kHighestOfFinding = 820;
constexpr float kHighestOfTwo = 1200;

// As high as needed, and no higher than `highest` if that can be.
Result<Figure> figureUpTo(const SceneData& data, FigureRequest request, float highest) {
    const InterTextMeasure measure;
    Result<Figure> figure = sessionFigure(data, request, measure);
    if (figure && figure->list.height > highest) {
        request.height = highest;
        Result<Figure> lower = sessionFigure(data, request, measure);
        return lower ? std::move(lower) : std::move(figure);
    }
    return figure;
}

}  // namespace

std::vector<ReportFigure> reportFigures(const SceneData& data, std::optional<TimeRange> range,
                                        const Theme& theme, bool variables) {
    std::vector<ReportFigure> figures;
    const auto add = [&](const FigureRequest& request, float highest,
                         const std::string& description) {
        const Result<Figure> figure = figureUpTo(data, request, highest);
        if (!figure) {
            return;
        }
        SvgOptions options;
        options.variables = variables;
        options.title = description;
        options.idPrefix = request.finding ? "f" + std::to_string(*request.finding + 1) : "all";
        figures.push_back({request.finding, {svgText(*figure, theme, options), {}, description}});
    };
    FigureRequest request;
    request.width = kWidth;
    request.pixelRatio = 2;
    request.title = "";
    request.withProvenance = false;
    request.range = range;
    add(request, kHighest, "the whole of what was measured");
    const std::vector<Finding>& findings = data.session().findings.findings;
    request.range.reset();
    request.annotate.idle = false;
    request.annotate.arrows = true;
    for (std::size_t rank = 0; rank < std::min(findings.size(), kMaxReportFigures); ++rank) {
        if (!findings[rank].evidence.empty()) {
            request.finding = rank;
            add(request, kHighestOfFinding,
                "the largest place of finding " + std::to_string(rank + 1));
        }
    }
    return figures;
}

std::string comparisonSvg(const ComparedScenes& scenes, const Theme& theme, std::size_t number) {
    CompareFigureRequest request;
    request.figure.width = kWidth;
    request.figure.pixelRatio = 2;
    request.figure.title = "";
    request.figure.withProvenance = false;
    request.withVerdict = false;  // the report has it
    const Alignment& alignment = scenes.comparison.alignment;
    if (alignment.steps.size() > 1) {
        request.figure.range = alignment.stepsOfA[alignment.steps[1].a];
    }
    const InterTextMeasure measure;
    Result<Figure> figure = comparisonFigure(scenes, request, measure);
    if (figure && figure->list.height > kHighestOfTwo) {
        request.figure.height = kHighestOfTwo;
        Result<Figure> lower = comparisonFigure(scenes, request, measure);
        figure = lower ? std::move(lower) : std::move(figure);
    }
    if (!figure) {
        return {};
    }
    SvgOptions options;
    options.variables = true;
    options.title = comparisonTitle(scenes);
    options.idPrefix = "c" + std::to_string(number);
    return svgText(*figure, theme, options);
}

}  // namespace gaplight
