// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/report/ranks/rank_tables.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
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

}  // namespace

Table pipelineTable(const RankSet& set, std::span<const PipelineTimes> pipelines) {
    struct ShownStage {
        const PipelineTimes& pipeline;
        std::size_t number;
        const StageTimes& stage;
        bool isKnown;  // it sent or received
    };
    std::vector<ShownStage> rows;
    for (const PipelineTimes& pipeline : pipelines) {
        for (std::size_t at = 0; at < pipeline.stages.size(); ++at) {
            const StageTimes& stage = pipeline.stages[at];
            rows.push_back({pipeline, at, stage, stage.span > Duration{}});
        }
    }
    Table table = tableOf(
        rows, column("stage", "stage", Unit::Number, &ShownStage::number),
        column("rank", "rank", Unit::Number,
               [&](auto& row) { return set.ranks[row.stage.rank].rank; }),
        column("compute_ns", "computes", Unit::Nanoseconds,
               [](auto& row) { return row.stage.compute; }),
        column("share_of_mean", "of mean", Unit::Share,
               [](auto& row) { return shareOf(row.stage.compute, row.pipeline.meanCompute()); }),
        column("entry_ns", "before the first", Unit::Nanoseconds,
               [](auto& row) { return knownIf(row.number > 0 && row.isKnown, row.stage.entry); }),
        column("bubble_ns", "bubbles", Unit::Nanoseconds,
               [](auto& row) { return knownIf(row.isKnown, row.stage.bubble); }),
        column("bubble_share", "of its time", Unit::Share, [](auto& row) {
            return knownIf(row.isKnown, shareOf(row.stage.bubble, row.stage.span));
        }));
    for (std::size_t at = 0; at < rows.size(); ++at) {
        table.rows[at].target = static_cast<std::int64_t>(rows[at].stage.rank);
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

std::int64_t rankNumber(const RankSet& set, std::size_t rank) {
    return set.ranks[rank].rank;
}

}  // namespace

Table ranksTable(const RankSet& set) {
    const auto& all = set.analysis.totals;
    const auto shareOfRecorded = [](const RankTotals& rank, Duration part) {
        const Duration whole = rank.recorded.length();
        return knownIf(whole > Duration{}, shareOf(part, whole));
    };
    const auto ifMatched = [](const RankTotals& rank, auto value) {
        return knownIf(rank.kernels > 0, value);
    };
    return tableOf(all,
                   column("rank", "rank", Unit::Number,
                          [&](auto& rank) {
                              return rankNumber(set, static_cast<std::size_t>(&rank - all.data()));
                          }),
                   column("recorded_ns", "recorded", Unit::Nanoseconds,
                          [](auto& rank) {
                              const Duration whole = rank.recorded.length();
                              return knownIf(whole > Duration{}, whole);
                          }),
                   column("compute_share", "computes", Unit::Share,
                          [&](auto& rank) { return shareOfRecorded(rank, rank.compute); }),
                   column("comm_share", "communicates", Unit::Share,
                          [&](auto& rank) { return shareOfRecorded(rank, rank.communication); }),
                   column("wait_ns", "waits", Unit::Nanoseconds,
                          [&](auto& rank) { return ifMatched(rank, rank.wait); }),
                   column("exposed_wait_ns", "exposed", Unit::Nanoseconds,
                          [&](auto& rank) { return ifMatched(rank, rank.exposedWait); }),
                   column("last_count", "last in", Unit::Count,
                          [&](auto& rank) { return ifMatched(rank, rank.lastIn); }),
                   column("late_count", "late in", Unit::Count,
                          [&](auto& rank) { return ifMatched(rank, rank.lateIn); }),
                   column("late_ns", "late by", Unit::Nanoseconds,
                          [](auto& rank) { return knownIf(rank.lateIn > 0, rank.lead); }),
                   column("others_wait_ns", "others wait", Unit::Nanoseconds, [&](auto& rank) {
                       return ifMatched(rank, rank.meanwhile.gpu + rank.meanwhile.host);
                   }));
}

Table operationsTable(const RankSet& set) {
    const std::vector<OperationRow> rows = operationRows(set);
    Table table = tableOf(
        rows,
        column("", "group", Unit::Text,
               [&](auto& row) { return set.analysis.communicators[row.communicator].label(); }),
        column("kind", "operation", Unit::Code, &OperationRow::operation),
        column("bytes", "size", Unit::Bytes,
               [](auto& row) { return knownIf(row.bytes >= 0, row.bytes); }),
        column("count", "count", Unit::Count, &OperationRow::count),
        column("skew_ns", "skew", Unit::Nanoseconds, &OperationRow::skew),
        column("", "transfer", Unit::Nanoseconds,
               [](auto& row) { return knownIf(row.transfer > Duration{}, row.transfer); }),
        column("transfer_ns", "", Unit::Nanoseconds, &OperationRow::transfer),
        column("", "bandwidth", Unit::Rate, &OperationRow::busBandwidth),
        column("", "of link", Unit::Share, &OperationRow::linkShare),
        column("wait_ns", "waits", Unit::Nanoseconds, &OperationRow::wait),
        column("exposed_wait_ns", "exposed", Unit::Nanoseconds, &OperationRow::exposedWait),
        column("bus_bytes_per_second", "", Unit::Rate, &OperationRow::busBandwidth),
        column("link_bytes_per_second", "", Unit::Rate, &OperationRow::linkBandwidth),
        column("link_share", "", Unit::Share, &OperationRow::linkShare));
    for (std::size_t at = 0; at < rows.size(); ++at) {
        table.rows[at].target = static_cast<std::int64_t>(rows[at].communicator);
    }
    return table;
}

Table tokensTable(const RankSet& set) {
    struct RankTokens {
        const AllToAllSizes& sizes;
        std::size_t rank;
        std::int64_t mean;
    };
    const auto& groups = set.analysis.communicators;
    const std::vector<AllToAllSizes> all = allToAllSizes(set.analysis);
    std::vector<RankTokens> rows;
    for (const AllToAllSizes& sizes : all) {
        const std::int64_t mean = sizes.meanReceived(set.analysis);
        for (const std::size_t rank : groups[sizes.communicator].ranks) {
            rows.push_back({sizes, rank, mean});
        }
    }
    return tableOf(
        rows,
        column("group", "group", Unit::Text,
               [&](auto& row) { return groups[row.sizes.communicator].label(); }),
        column("rank", "rank", Unit::Number, [&](auto& row) { return rankNumber(set, row.rank); }),
        column("all_to_alls", "all-to-alls", Unit::Count,
               [](auto& row) { return row.sizes.operations.size(); }),
        column("sent_bytes", "sends", Unit::Bytes,
               [](auto& row) { return row.sizes.sent[row.rank]; }),
        column("received_bytes", "receives", Unit::Bytes,
               [](auto& row) { return row.sizes.received[row.rank]; }),
        column("share_of_mean", "of mean", Unit::Share, [](auto& row) {
            return ShareValue{row.sizes.received[row.rank], row.mean};
        }));
}

Table equalKernelsTable(const RankSet& set, std::span<const EqualKernel> kernels) {
    std::vector<EqualKernel> slower;
    for (const EqualKernel& kernel : kernels) {
        const Duration more = kernel.medians[kernel.slowest()] - kernel.typical;
        if (more * kMinSlowerShare >= kernel.typical) {
            slower.push_back(kernel);
        }
    }
    return tableOf(
        slower,
        column("kernel", "kernel", {Unit::Code, 48},
               [](auto& kernel) { return shortKernelName(kernel.name); }),
        column("count", "runs a rank", Unit::Count, &EqualKernel::count),
        column("median_ns", "ranks' median", Unit::Nanoseconds, &EqualKernel::typical),
        column("slowest_rank", "slowest rank", Unit::Number,
               [&](auto& kernel) { return rankNumber(set, kernel.slowest()); }),
        column("slowest_median_ns", "its median", Unit::Nanoseconds,
               [](auto& kernel) { return kernel.medians[kernel.slowest()]; }),
        column("factor", "factor", Unit::Factor,
               [](auto& kernel) {
                   return static_cast<double>(ns(kernel.medians[kernel.slowest()])) /
                          static_cast<double>(std::max<std::int64_t>(1, ns(kernel.typical)));
               }),
        column("excess_ns", "longer in all", Unit::Nanoseconds, &EqualKernel::excess));
}

Table rankFindingsTable(const RankAssessment& assessment) {
    return tableOf(assessment.findings,
                   column("severity", "severity", Unit::Text,
                          [](auto& finding) { return severityName(finding.severity); }),
                   column("title", "finding", Unit::Prose, &RankFinding::title));
}

Table lateTable(const RankSet& set, std::span<const std::size_t> collectives) {
    const auto jointOf = [&](std::size_t at) -> const JointCollective& {
        return set.analysis.collectives[at];
    };
    const auto partOf = [&](std::size_t at) -> const RankPart& {
        return *jointOf(at).partOf(jointOf(at).last);
    };
    Table table = tableOf(
        collectives,
        column("at_ns", "at", Unit::Nanoseconds,
               [&](auto at) { return partOf(at).kernel.begin.time_since_epoch(); }),
        column("operation", "operation", Unit::Code,
               [&](auto at) { return jointOf(at).operation; }),
        column("step", "step", Unit::Number,
               [&](auto at) {
                   const RankPart& part = partOf(at);
                   return numberOfStep(set, set.analysis.calls[part.rank].calls[part.call].step);
               }),
        column("late_rank", "late rank", Unit::Number,
               [&](auto at) { return rankNumber(set, jointOf(at).last); }),
        column("late_ns", "by", Unit::Nanoseconds, [&](auto at) { return jointOf(at).lead; }),
        column("cause", "because of", Unit::Text,
               [&](auto at) {
                   const LateCause& cause = jointOf(at).cause;
                   const std::string kind = cause.kind == LateCause::Kind::Gpu ? "GPU" : "host";
                   return cause.isSure ? kind : kind + "?";
               }),
        column("in", "in", Unit::Text, [&](auto at) { return jointOf(at).cause.in; }));
    for (std::size_t at = 0; at < collectives.size(); ++at) {
        table.rows[at].target = static_cast<std::int64_t>(collectives[at]);
    }
    return table;
}

}  // namespace gaplight
