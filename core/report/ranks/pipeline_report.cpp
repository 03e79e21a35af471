// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/report/ranks/pipeline_report.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include <fmt/format.h>

#include "core/base/duration_text.h"
#include "core/base/quantity_text.h"
#include "core/base/statistics.h"
#include "core/ranks/pipeline_chart.h"
#include "core/ranks/rank_set_chart.h"
#include "core/ranks/set_steps.h"
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

struct StageRow {
    const RankSet& set;
    const PipelineTimes& pipeline;
    std::size_t number;

    const StageTimes& stage() const { return pipeline.stages[number]; }
    bool isKnown() const { return stage().span > Duration{}; }  // it sent or received
};

constexpr auto kStageColumns = [] {
    using Of = ColumnOf<StageRow>;
    return std::array{
        Of("stage", "stage", Unit::Number, [](auto& row) { return row.number; }),
        Of("rank", "rank", Unit::Number,
           [](auto& row) { return row.set.ranks[row.stage().rank].rank; }),
        Of("compute_ns", "computes", Unit::Nanoseconds,
           [](auto& row) { return row.stage().compute; }),
        Of("share_of_mean", "of mean", Unit::Share,
           [](auto& row) { return shareOf(row.stage().compute, row.pipeline.meanCompute()); }),
        Of("entry_ns", "before the first", Unit::Nanoseconds,
           [](auto& row) { return knownIf(row.number > 0 && row.isKnown(), row.stage().entry); }),
        Of("bubble_ns", "bubbles", Unit::Nanoseconds,
           [](auto& row) { return knownIf(row.isKnown(), row.stage().bubble); }),
        Of("bubble_share", "of its time", Unit::Share,
           [](auto& row) {
               return knownIf(row.isKnown(), shareOf(row.stage().bubble, row.stage().span));
           }),
    };
}();

}  // namespace

Table pipelineTable(const RankSet& set, std::span<const PipelineTimes> pipelines) {
    std::vector<StageRow> rows;
    for (const PipelineTimes& pipeline : pipelines) {
        for (std::size_t at = 0; at < pipeline.stages.size(); ++at) {
            rows.push_back({set, pipeline, at});
        }
    }
    Table table = tableOf(kStageColumns, rows);
    for (std::size_t at = 0; at < rows.size(); ++at) {
        table.rows[at].target = static_cast<std::int64_t>(rows[at].stage().rank);
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
