// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/report/figure/comparison_figure.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>
#include <utility>

#include "core/base/printable_text.h"
#include "core/base/quantity_text.h"
#include "core/base/result.h"
#include "core/report/diff/compared_quantities.h"
#include "core/report/diff/comparison_report.h"
#include "core/report/diff/match_bands.h"
#include "core/report/facts/report_subject.h"
#include "core/report/figure/figure_contents.h"
#include "core/report/figure/figure_plan.h"
#include "core/report/text/escaped_text.h"
#include "core/scene/figure/compare_figure_scene.h"

namespace gaplight {
namespace {

constexpr std::size_t kMaxFindings = 3;  // of each run
constexpr std::uint16_t kMaxRows = 18;   // of a track: two are drawn above each other
constexpr std::size_t kMaxFigureReasons = 4;
constexpr std::size_t kMaxRemarks = 3;

std::string nameOf(const SceneData& data) {
    return printable(runName(data.session().trace->facts().path));
}

// The requested range of each run, and the range that is drawn: with equal scales, both are as long
// as the longer one.
struct ShownRanges {
    TimeRange a;
    TimeRange b;
    TimeRange drawnA;
    TimeRange drawnB;
};

// All of both runs, with the first parts that correspond below each other.
ShownRanges wholeRanges(const ComparedScenes& scenes, bool ownScales) {
    const TimeRange a = scenes.a.session().trace->range();
    const TimeRange b = scenes.b.session().trace->range();
    if (ownScales) {
        return {a, b, a, b};
    }
    const auto& points = scenes.comparison.gpuLink.points();
    const auto [atA, atB] = points.empty() ? std::pair(a.begin, b.begin) : points.front();
    const Duration before = std::max({Duration{}, atA - a.begin, atB - b.begin});
    const Duration after = std::max({Duration(1), a.end - atA, b.end - atB});
    return {a, b, {atA - before, atA + after}, {atB - before, atB + after}};
}

Result<ShownRanges> shownRanges(const ComparedScenes& scenes, const CompareFigureRequest& request) {
    if (!request.figure.range && !request.figure.finding) {
        return wholeRanges(scenes, request.ownScales);
    }
    const TimeRange a = TRY(figureRange(scenes.a.session(), request.figure));
    const TimeLink& link = request.ownScales ? scenes.comparison.link : scenes.comparison.gpuLink;
    TimeRange b = request.otherRange.value_or(TimeRange{link.toB(a.begin), link.toB(a.end)});
    b.end = std::max(b.end, b.begin + Duration(1));
    if (!b.overlaps(scenes.b.session().trace->range())) {
        return fail(ErrorCode::BadArgument, "what corresponds to this range lies outside of " +
                                                scenes.b.session().trace->facts().path);
    }
    ShownRanges ranges{a, b, a, b};
    if (!request.ownScales) {
        const Duration longest = std::max(a.length(), b.length());
        ranges.drawnA.end = a.begin + longest;
        ranges.drawnB.end = b.begin + longest;
    }
    return ranges;
}

// The steady steps, else the whole run, as rows: measure, A, B, difference, percent.
void addDeltas(const Comparison& comparison, CompareFigureTexts& texts) {
    constexpr std::array<std::string_view, 8> kShownKeys{
        "gpu_span_ns", "gpu_busy_ns",    "idle_ns",        "kernels",
        "launches",    "graph_launches", "blocking_calls", "memory_peak_bytes"};
    const ComparedPart* part = nullptr;
    for (const ComparedPart& one : comparison.parts) {
        const bool isSteady = one.kind == PartKind::SteadySteps;
        part = isSteady || (one.kind == PartKind::Whole && part == nullptr) ? &one : part;
    }
    if (part == nullptr) {
        return;
    }
    texts.measured = part->kind == PartKind::SteadySteps
                         ? "a steady step (median of " + countText(comparison.kernelSteps) + ")"
                         : "whole run";
    for (const Quantity& one : displayedQuantities(*part)) {
        if (std::find(kShownKeys.begin(), kShownKeys.end(), one.key) == kShownKeys.end()) {
            continue;
        }
        texts.deltas.push_back({one.label, quantityText(one.unit, one.a),
                                quantityText(one.unit, one.b), deltaText(one),
                                changeText(one.a, one.b, part->isComparable)});
    }
}

void addVerdict(const Comparison& comparison, CompareFigureTexts& texts) {
    const Verdict& verdict = comparison.verdict;
    texts.verdict = verdictSentence(verdict);
    texts.outcome = verdict.kind == VerdictKind::Improved    ? FigureStatus::Good
                    : verdict.kind == VerdictKind::Regressed ? FigureStatus::Bad
                                                             : FigureStatus::Unknown;
    const auto take = [](const std::vector<std::string>& from, std::size_t most) {
        std::vector<std::string> list;
        for (std::size_t at = 0; at < std::min(from.size(), most); ++at) {
            list.push_back(plainProse(from[at]));
        }
        return list;
    };
    texts.why = take(verdict.why, kMaxFigureReasons);
    texts.remarks = take(verdict.remarks, kMaxRemarks);
    addDeltas(comparison, texts);
}

// The same questions of both runs.
std::vector<FigureAnswer> bothAnswers(const ComparedScenes& scenes) {
    std::vector<FigureAnswer> answers = figureAnswers(scenes.b.session());
    const std::vector<FigureAnswer> before = figureAnswers(scenes.a.session());
    for (std::size_t at = 0; at < std::min(answers.size(), before.size()); ++at) {
        if (answers[at].answer != before[at].answer) {
            answers[at].answer = before[at].answer + " → " + answers[at].answer;
        }
    }
    return answers;
}

std::vector<FigureBar> bothBars(const ComparedScenes& scenes, const ShownRanges& ranges) {
    std::vector<FigureBar> bars = figureBars(scenes.a.session(), ranges.a);
    std::vector<FigureBar> other = figureBars(scenes.b.session(), ranges.b);
    const auto name = [](std::vector<FigureBar>& of, const char* run) {
        for (FigureBar& bar : of) {
            bar.title = run + bar.title;
        }
    };
    name(bars, "A · ");
    name(other, "B · ");
    bars.insert(bars.end(), other.begin(), other.end());
    return bars;
}

CompareFigureTexts textsOf(const ComparedScenes& scenes, const CompareFigureRequest& request,
                           const ShownRanges& ranges) {
    CompareFigureTexts texts;
    texts.runA = nameOf(scenes.a);
    texts.runB = nameOf(scenes.b);
    texts.sheet.title = request.figure.title.value_or(comparisonTitle(scenes));
    const std::string gpusA = figureGpus(scenes.a.session());
    const std::string gpusB = figureGpus(scenes.b.session());
    const auto gpus = [&](const std::string& of) {
        return gpusA == gpusB || of.empty() ? std::string() : of + " · ";
    };
    texts.sheet.subtitle = (gpusA == gpusB && !gpusA.empty() ? gpusA + " · " : "") +
                           "A: " + gpus(gpusA) + figureRangeText(scenes.a.session(), ranges.a) +
                           " · B: " + gpus(gpusB) + figureRangeText(scenes.b.session(), ranges.b);
    texts.sheet.caption = request.figure.caption;
    if (request.figure.withProvenance) {
        texts.sheet.provenance = comparisonProvenance(scenes, request.figure.command);
    }
    if (request.figure.annotate.idle) {
        texts.sheet.bars = bothBars(scenes, ranges);
    }
    if (request.figure.annotate.checklist) {
        texts.sheet.checklist = bothAnswers(scenes);
    }
    if (request.withVerdict) {
        addVerdict(scenes.comparison, texts);
    }
    return texts;
}

// Each says of which run it is.
std::vector<FigureCallout> marksOf(const SceneData& data, const FigureRequest& request,
                                   TimeRange range, const FigureContents& view, const char* run) {
    const CalloutLimits limits{kMaxFindings, Severity::Warning};
    std::vector<FigureCallout> marks =
        figureCallouts(data.session(), request, range, view.layout, limits);
    for (FigureCallout& mark : marks) {
        mark.text = std::string(run) + mark.text;
    }
    return marks;
}

}  // namespace

std::string comparisonTitle(const ComparedScenes& scenes) {
    return nameOf(scenes.a) + " → " + nameOf(scenes.b);
}

std::vector<std::string> comparisonProvenance(const ComparedScenes& scenes,
                                              const std::string& command) {
    std::vector<std::string> lines = figureProvenance(scenes.b.session(), command);
    lines.front() = "B: " + lines.front();
    lines.insert(lines.begin(), "A: " + figureSource(scenes.a.session()));
    return lines;
}

namespace {

Result<Figure> figureAsHigh(const ComparedScenes& scenes, const CompareFigureRequest& request,
                            const TextMeasure& measure) {
    const ShownRanges ranges = TRY(shownRanges(scenes, request));
    FigureRequest first = request.figure;
    first.maxRows = first.maxRows > 0 ? first.maxRows : kMaxRows;
    // A finding, a selection and a replay are of the baseline.
    FigureRequest other = first;
    other.finding.reset();
    other.selected = {};
    other.replay.reset();
    other.notes = request.otherNotes;
    const Result<FigureContents> viewA = figureContents(scenes.a, first, ranges.drawnA);
    const Result<FigureContents> viewB = figureContents(scenes.b, other, ranges.drawnB);
    if (!viewA || !viewB) {
        return tl::unexpected<Error>(viewA ? viewB.error() : viewA.error());
    }
    const SceneModel modelA = viewA->modelOf(scenes.a);
    const SceneModel modelB = viewB->modelOf(scenes.b);
    const auto marksA = marksOf(scenes.a, first, ranges.drawnA, *viewA, "A: ");
    const auto marksB = marksOf(scenes.b, other, ranges.drawnB, *viewB, "B: ");
    const std::vector<MatchBand> bands =
        matchBands(scenes.a.session(), scenes.b.session(), scenes.comparison);
    const FigureSubject a{modelA,        viewA->layout, viewA->state,
                          ranges.drawnA, marksA,        request.figure.replay.get()};
    const FigureSubject b{modelB, viewB->layout, viewB->state, ranges.drawnB, marksB};
    auto texts = textsOf(scenes, request, ranges);
    for (const FigureContents* view : {&*viewA, &*viewB}) {
        if (view->tracksLeftOut > 0) {
            texts.sheet.caption += (texts.sheet.caption.empty() ? "" : " ") + view->leftOutText();
        }
    }
    return buildCompareFigure(
        {a, b, bands, std::move(texts), std::max(request.figure.width, kMinFigureWidth),
         request.figure.height},
        measure);
}

}  // namespace

Result<Figure> comparisonFigure(const ComparedScenes& scenes, const CompareFigureRequest& request,
                                const TextMeasure& measure) {
    constexpr float kHighest = 1600;
    Result<Figure> figure = figureAsHigh(scenes, request, measure);
    if (!figure || request.figure.height > 0 || figure->list.height <= kHighest) {
        return figure;
    }
    CompareFigureRequest lower = request;
    lower.figure.height = kHighest;
    Result<Figure> bounded = figureAsHigh(scenes, lower, measure);
    return bounded ? std::move(bounded) : std::move(figure);
}

}  // namespace gaplight
