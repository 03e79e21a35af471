// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/report/ranks/rank_tables.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "core/analysis/ranks/collective_rates.h"
#include "core/analysis/torch/kernel_group.h"
#include "core/base/quantity_text.h"
#include "core/base/statistics.h"
#include "core/ranks/rank_set.h"
#include "core/ranks/rank_set_chart.h"
#include "core/report/ranks/operation_rows.h"
#include "core/report/text/svg_player.h"
#include "core/scene/display/text_measure.h"
#include "core/scene/figure/ranks_figure_scene.h"

namespace gaplight {
namespace {

std::string subjectLine(const RankSet& set, const JointCollective& joint) {
    const Communicator& communicator = set.analysis.communicators[joint.communicator];
    std::string text(joint.operation);
    if (const std::int64_t bytes = messageBytes(set.analysis, joint); bytes >= 0) {
        text += " of " + bytesText(bytes);
    }
    if (joint.isSendReceive) {
        text += " from " + rankName(set, joint.sender) + " to " + rankName(set, joint.receiver);
    } else if (!communicator.name.empty()) {
        text += " in group " + communicator.name;
    }
    const RankPart& part = joint.parts.front();
    const int step = set.analysis.calls[part.rank].calls[part.call].step;
    return numberOfStep(set, step) ? text + ", " + stepLabel(set, step) : text;
}

std::string lateLine(const RankSet& set, const JointCollective& joint) {
    std::string text = rankName(set, joint.last) + " arrives last, " + durationText(joint.lead) +
                       " after the rank before it";
    if (!joint.isLate) {
        return text;
    }
    const LateCause& cause = joint.cause;
    const bool isGpu = cause.kind == LateCause::Kind::Gpu;
    const Duration more = isGpu ? cause.computeMore : cause.idleMore;
    if (more <= Duration{}) {
        return text + ": its GPU neither computed nor was idle for longer, so why is not known";
    }
    text += isGpu ? ": its GPU computed " + durationText(more) + " longer"
                  : ": its GPU had nothing to run for " + durationText(more) + " longer";
    if (!cause.in.empty()) {
        text += ", in " + std::string(cause.in);
    }
    return cause.isSure ? text : text + " (not sure: not all ranks show the step before)";
}

std::string waitLine(const RankSet& set, const RankPart& part) {
    std::string text = rankName(set, part.rank) + " waits " + durationText(part.wait);
    if (part.exposedWait == part.wait) {
        return text + " with nothing else to run";
    }
    return text + ", " + durationText(part.exposedWait) + " of it with nothing else to run";
}

}  // namespace

std::vector<std::string> collectiveText(const RankSet& set, std::size_t collective,
                                        std::size_t maxRanks) {
    const JointCollective& joint = set.analysis.collectives[collective];
    std::vector<std::string> lines{subjectLine(set, joint), lateLine(set, joint)};
    std::vector<RankPart> waiting;
    std::copy_if(joint.parts.begin(), joint.parts.end(), std::back_inserter(waiting),
                 [](const RankPart& part) { return part.wait > Duration{}; });
    std::stable_sort(waiting.begin(), waiting.end(),
                     [](const RankPart& a, const RankPart& b) { return a.wait > b.wait; });
    for (std::size_t at = 0; at < std::min(waiting.size(), maxRanks); ++at) {
        lines.push_back(waitLine(set, waiting[at]));
    }
    if (waiting.size() > maxRanks) {
        lines.push_back(countText(waiting.size() - maxRanks) + " more ranks wait");
    }
    lines.push_back("transfer " + durationText(joint.transfer));
    return lines;
}

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

namespace {

constexpr int kMinSlowerShare = 50;  // one part in as many: less is noise

struct RankRow {
    const RankSet& set;
    std::size_t rank;

    const RankTotals& totals() const { return set.analysis.totals[rank]; }
    bool isMatched() const { return totals().kernels > 0; }
    std::optional<ShareValue> shareOfRecorded(Duration part) const {
        const Duration whole = totals().recorded.length();
        return knownIf(whole > Duration{}, shareOf(part, whole));
    }
};

std::int64_t rankNumber(const RankSet& set, std::size_t rank) {
    return set.ranks[rank].rank;
}

constexpr auto kRankColumns = [] {
    using Of = ColumnOf<RankRow>;
    return std::array{
        Of("rank", "rank", Unit::Number, [](auto& row) { return rankNumber(row.set, row.rank); }),
        Of("recorded_ns", "recorded", Unit::Nanoseconds,
           [](auto& row) {
               const Duration whole = row.totals().recorded.length();
               return knownIf(whole > Duration{}, whole);
           }),
        Of("compute_share", "computes", Unit::Share,
           [](auto& row) { return row.shareOfRecorded(row.totals().compute); }),
        Of("comm_share", "communicates", Unit::Share,
           [](auto& row) { return row.shareOfRecorded(row.totals().communication); }),
        Of("wait_ns", "waits", Unit::Nanoseconds,
           [](auto& row) { return knownIf(row.isMatched(), row.totals().wait); }),
        Of("exposed_wait_ns", "exposed", Unit::Nanoseconds,
           [](auto& row) { return knownIf(row.isMatched(), row.totals().exposedWait); }),
        Of("last_count", "last in", Unit::Count,
           [](auto& row) { return knownIf(row.isMatched(), row.totals().lastIn); }),
        Of("late_count", "late in", Unit::Count,
           [](auto& row) { return knownIf(row.isMatched(), row.totals().lateIn); }),
        Of("late_ns", "late by", Unit::Nanoseconds,
           [](auto& row) { return knownIf(row.totals().lateIn > 0, row.totals().lead); }),
        Of("others_wait_ns", "others wait", Unit::Nanoseconds,
           [](auto& row) {
               const auto& meanwhile = row.totals().meanwhile;
               return knownIf(row.isMatched(), meanwhile.gpu + meanwhile.host);
           }),
    };
}();

struct OperationOfSet {
    const RankSet& set;
    OperationRow row;
};

constexpr auto kOperationColumns = [] {
    using Of = ColumnOf<OperationOfSet>;
    return std::array{
        Of("", "group", Unit::Text,
           [](auto& of) { return of.set.analysis.communicators[of.row.communicator].label(); }),
        Of("kind", "operation", Unit::Code, [](auto& of) { return of.row.operation; }),
        Of("bytes", "size", Unit::Bytes,
           [](auto& of) { return knownIf(of.row.bytes >= 0, ByteCount{of.row.bytes}); }),
        Of("count", "count", Unit::Count, [](auto& of) { return of.row.count; }),
        Of("skew_ns", "skew", Unit::Nanoseconds, [](auto& of) { return of.row.skew; }),
        Of("", "transfer", Unit::Nanoseconds,
           [](auto& of) { return knownIf(of.row.transfer > Duration{}, of.row.transfer); }),
        Of("transfer_ns", "", Unit::Nanoseconds, [](auto& of) { return of.row.transfer; }),
        Of("", "bandwidth", Unit::Rate, [](auto& of) { return of.row.busBandwidth; }),
        Of("", "of link", Unit::Share, [](auto& of) { return of.row.linkShare(); }),
        Of("wait_ns", "waits", Unit::Nanoseconds, [](auto& of) { return of.row.wait; }),
        Of("exposed_wait_ns", "exposed", Unit::Nanoseconds,
           [](auto& of) { return of.row.exposedWait; }),
        Of("bus_bytes_per_second", "", Unit::Rate, [](auto& of) { return of.row.busBandwidth; }),
        Of("link_bytes_per_second", "", Unit::Rate, [](auto& of) { return of.row.linkBandwidth; }),
        Of("link_share", "", Unit::Share, [](auto& of) { return of.row.linkShare(); }),
    };
}();

struct TokenRow {
    const RankSet& set;
    const AllToAllSizes& sizes;
    std::size_t rank;
    std::int64_t mean;
};

constexpr auto kTokenColumns = [] {
    using Of = ColumnOf<TokenRow>;
    return std::array{
        Of("group", "group", Unit::Text,
           [](auto& row) {
               return row.set.analysis.communicators[row.sizes.communicator].label();
           }),
        Of("rank", "rank", Unit::Number, [](auto& row) { return rankNumber(row.set, row.rank); }),
        Of("all_to_alls", "all-to-alls", Unit::Count,
           [](auto& row) { return row.sizes.operations.size(); }),
        Of("sent_bytes", "sends", Unit::Bytes,
           [](auto& row) { return ByteCount{row.sizes.sent[row.rank]}; }),
        Of("received_bytes", "receives", Unit::Bytes,
           [](auto& row) { return ByteCount{row.sizes.received[row.rank]}; }),
        Of("share_of_mean", "of mean", Unit::Share,
           [](auto& row) {
               return ShareValue{row.sizes.received[row.rank], row.mean};
           }),
    };
}();

struct KernelRow {
    const RankSet& set;
    const EqualKernel& kernel;
};

constexpr auto kKernelColumns = [] {
    using Of = ColumnOf<KernelRow>;
    return std::array{
        Of(
            "kernel", "kernel", Unit::Code,
            [](auto& row) { return shortKernelName(row.kernel.name); }, 48),
        Of("count", "runs a rank", Unit::Count, [](auto& row) { return row.kernel.count; }),
        Of("median_ns", "ranks' median", Unit::Nanoseconds,
           [](auto& row) { return row.kernel.typical; }),
        Of("slowest_rank", "slowest rank", Unit::Number,
           [](auto& row) { return rankNumber(row.set, row.kernel.slowest()); }),
        Of("slowest_median_ns", "its median", Unit::Nanoseconds,
           [](auto& row) { return row.kernel.medians[row.kernel.slowest()]; }),
        Of("factor", "factor", Unit::Factor,
           [](auto& row) {
               return static_cast<double>(ns(row.kernel.medians[row.kernel.slowest()])) /
                      static_cast<double>(std::max<std::int64_t>(1, ns(row.kernel.typical)));
           }),
        Of("excess_ns", "longer in all", Unit::Nanoseconds,
           [](auto& row) { return row.kernel.excess(); }),
    };
}();

constexpr auto kFindingColumns = [] {
    using Of = ColumnOf<RankFinding>;
    return std::array{
        Of("severity", "severity", Unit::Text,
           [](auto& finding) { return severityName(finding.severity); }),
        Of("title", "finding", Unit::Prose, [](auto& finding) { return finding.title; }),
    };
}();

struct LateRow {
    const RankSet& set;
    const JointCollective& joint;

    const RankPart& part() const { return *joint.partOf(joint.last); }
};

constexpr auto kLateColumns = [] {
    using Of = ColumnOf<LateRow>;
    return std::array{
        Of("at_ns", "at", Unit::Nanoseconds,
           [](auto& row) { return row.part().kernel.begin.time_since_epoch(); }),
        Of("operation", "operation", Unit::Code, [](auto& row) { return row.joint.operation; }),
        Of("step", "step", Unit::Number,
           [](auto& row) {
               const RankPart& part = row.part();
               return numberOfStep(row.set,
                                   row.set.analysis.calls[part.rank].calls[part.call].step);
           }),
        Of("late_rank", "late rank", Unit::Number,
           [](auto& row) { return rankNumber(row.set, row.joint.last); }),
        Of("late_ns", "by", Unit::Nanoseconds, [](auto& row) { return row.joint.lead; }),
        Of("cause", "because of", Unit::Text,
           [](auto& row) {
               const std::string kind =
                   row.joint.cause.kind == LateCause::Kind::Gpu ? "GPU" : "host";
               return row.joint.cause.isSure ? kind : kind + "?";
           }),
        Of("in", "in", Unit::Text, [](auto& row) { return row.joint.cause.in; }),
    };
}();

}  // namespace

Table ranksTable(const RankSet& set) {
    std::vector<RankRow> rows;
    for (std::size_t rank = 0; rank < set.ranks.size(); ++rank) {
        rows.push_back({set, rank});
    }
    return tableOf(kRankColumns, rows);
}

Table operationsTable(const RankSet& set) {
    std::vector<OperationOfSet> rows;
    for (OperationRow& row : operationRows(set)) {
        rows.push_back({set, row});
    }
    Table table = tableOf(kOperationColumns, rows);
    for (std::size_t at = 0; at < rows.size(); ++at) {
        table.rows[at].target = static_cast<std::int64_t>(rows[at].row.communicator);
    }
    return table;
}

Table tokensTable(const RankSet& set) {
    const std::vector<AllToAllSizes> all = allToAllSizes(set.analysis);
    std::vector<TokenRow> rows;
    for (const AllToAllSizes& sizes : all) {
        const std::int64_t mean = sizes.meanReceived(set.analysis);
        for (const std::size_t rank : set.analysis.communicators[sizes.communicator].ranks) {
            rows.push_back({set, sizes, rank, mean});
        }
    }
    return tableOf(kTokenColumns, rows);
}

Table equalKernelsTable(const RankSet& set, std::span<const EqualKernel> kernels) {
    std::vector<KernelRow> rows;
    for (const EqualKernel& kernel : kernels) {
        const Duration slower = kernel.medians[kernel.slowest()] - kernel.typical;
        if (slower * kMinSlowerShare >= kernel.typical) {
            rows.push_back({set, kernel});
        }
    }
    return tableOf(kKernelColumns, rows);
}

Table rankFindingsTable(const RankAssessment& assessment) {
    return tableOf(kFindingColumns, assessment.findings);
}

Table lateTable(const RankSet& set, std::span<const std::size_t> collectives) {
    std::vector<LateRow> rows;
    for (const std::size_t at : collectives) {
        rows.push_back({set, set.analysis.collectives[at]});
    }
    Table table = tableOf(kLateColumns, rows);
    for (std::size_t at = 0; at < collectives.size(); ++at) {
        table.rows[at].target = static_cast<std::int64_t>(collectives[at]);
    }
    return table;
}

}  // namespace gaplight
