// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/report/ranks/pipeline_report.h"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "core/base/duration_text.h"
#include "core/base/quantity_text.h"
#include "core/base/statistics.h"
#include "core/ranks/pipeline_chart.h"
#include "core/ranks/rank_set_chart.h"
#include "core/ranks/set_steps.h"
#include "core/report/text/known_value.h"
#include "core/report/text/svg_player.h"
#include "core/scene/display/inter_text_measure.h"
#include "core/scene/figure/ranks_figure_scene.h"

namespace gaplight {
namespace {

constexpr float kFigureWidth = 1060;

// Of a median step.
std::size_t microBatchesOf(const PipelineTimes& pipeline) {
    std::vector<std::size_t> counts;
    for (const PipelineStep& step : pipeline.steps) {
        counts.push_back(step.microBatches);
    }
    return counts.empty() ? 0 : lowerMedian(counts);
}

}  // namespace

PageTable pipelineTable(const RankSet& set, std::span<const PipelineTimes> pipelines,
                        std::size_t maxRows) {
    PageTable table{{{"stage", Align::Right},
                     {"rank", Align::Right},
                     {"computes", Align::Right},
                     {"of mean", Align::Right},
                     {"before the first", Align::Right},
                     {"bubbles", Align::Right},
                     {"of its time", Align::Right}},
                    {}};
    for (const PipelineTimes& pipeline : pipelines) {
        const Duration mean = pipeline.meanCompute();
        for (std::size_t at = 0; at < pipeline.stages.size() && table.rows.size() < maxRows; ++at) {
            const StageTimes& stage = pipeline.stages[at];
            const bool isKnown = stage.span > Duration{};  // it sent or received
            table.rows.push_back({std::to_string(at), std::to_string(set.ranks[stage.rank].rank),
                                  durationText(stage.compute), percentText(stage.compute, mean),
                                  knownDuration(at > 0 && isKnown, stage.entry),
                                  knownDuration(isKnown, stage.bubble),
                                  isKnown ? percentText(stage.bubble, stage.span) : kNoValue});
        }
    }
    return table;
}

std::string pipelineSentence(const RankSet& set, const PipelineTimes& pipeline) {
    const StageTimes& heaviest = pipeline.stages[pipeline.heaviest()];
    std::string text;
    if (const auto imbalance = pipeline.imbalance()) {
        text = fmt::format("stage imbalance {:.2f}: {} computes {}, the mean is {}; ", *imbalance,
                           rankName(set, heaviest.rank), durationText(heaviest.compute),
                           durationText(pipeline.meanCompute()));
    }
    return text + "bubbles are " + percentText(pipeline.bubbleShare()) +
           " of the time between the first and the last of " +
           countText(microBatchesOf(pipeline), "micro-batch", "micro-batches");
}

std::string pipelineSvg(const RankSet& set, const PipelineTimes& pipeline, const Theme& theme) {
    if (pipeline.steps.empty()) {
        return {};
    }
    const std::size_t shown = pipeline.stepToShow();
    const RankChart chart = chartOfPipeline(set, chartOf(set), pipeline, shown);
    FigureTexts texts;
    const int step = pipeline.steps[shown].step;
    texts.title = (numberOfStep(set, step) ? "Stages in " : "Stages, ") + stepLabel(set, step);
    texts.subtitle = pipelineSentence(set, pipeline);
    const Result<Figure> figure =
        buildRanksFigure({chart, texts, "begin of the step", kFigureWidth, 0}, InterTextMeasure());
    SvgOptions options;
    options.variables = true;
    options.idPrefix = "pipeline";
    options.title = "stages of a pipeline by time";
    return figure ? svgText(*figure, theme, options) : std::string{};
}

}  // namespace gaplight
