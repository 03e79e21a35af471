// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/report/ranks/rank_figures.h"

#include <algorithm>
#include <cstddef>
#include <set>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/base/digit_run.h"
#include "core/base/quantity_text.h"
#include "core/ranks/rank_set.h"
#include "core/ranks/rank_set_chart.h"
#include "core/report/figure/figure_plan.h"
#include "core/report/ranks/rank_report.h"
#include "core/report/ranks/rank_tables.h"
#include "core/report/text/svg_player.h"
#include "core/report/text/tool_version.h"
#include "core/scene/display/text_measure.h"
#include "core/scene/figure/ranks_figure_scene.h"

namespace gaplight {
namespace {

Duration waitIn(const JointCollective& joint) {
    Duration wait{};
    for (const RankPart& part : joint.parts) {
        wait += part.wait;
    }
    return wait;
}

// Files of the first rank and how many there are, clocks, version.
std::string sourceOf(const RankSet& set) {
    return rankSetTitle(set) + ", " + figureSource(*set.ranks.front().session) + " · " +
           rankClocksText(set);
}

Result<Figure> collectiveFigure(const RankSet& set, std::size_t collective,
                                const CollectiveFigureRequest& request,
                                const TextMeasure& measure) {
    const std::vector<std::string> lines = collectiveText(set, collective, 0);
    FigureTexts texts;
    texts.title = request.title.value_or(lines[0]);
    texts.subtitle = lines[1] + "; " + lines.back();
    texts.caption = request.caption;
    if (request.withProvenance) {
        texts.provenance = {sourceOf(set) + " · Gaplight " + std::string(toolVersion())};
        if (!request.command.empty()) {
            texts.provenance.push_back(request.command);
        }
    }
    const RankChart one = chartOfRibbon(chartOf(set), static_cast<std::uint32_t>(collective));
    return buildRanksFigure({one, texts, "first arrival", request.width, request.height}, measure);
}

Result<std::size_t> lateCollectiveAt(const RankSetAnalysis& set, std::size_t number) {
    const std::vector<std::size_t> late = lateCollectives(set);
    if (number == 0 || number > late.size()) {
        return fail(ErrorCode::BadArgument,
                    "there is no late collective " + std::to_string(number) + ": " +
                        (late.empty() ? std::string("no rank is late; name one as GROUP#ORDINAL")
                                      : "there are " + countText(late.size())));
    }
    return late[number - 1];
}

}  // namespace

std::optional<std::size_t> collectiveToShow(const RankSetAnalysis& set) {
    const std::vector<std::size_t> late = lateCollectives(set);
    if (!late.empty() || set.collectives.empty()) {
        return late.empty() ? std::nullopt : std::optional(late.front());
    }
    const auto most = std::max_element(
        set.collectives.begin(), set.collectives.end(),
        [](const JointCollective& a, const JointCollective& b) { return waitIn(a) < waitIn(b); });
    return static_cast<std::size_t>(most - set.collectives.begin());
}

Result<std::size_t> collectiveFromText(const RankSet& set, std::string_view text) {
    const RankSetAnalysis& analysis = set.analysis;
    if (const auto number = parseNumber<std::size_t>(text)) {
        return lateCollectiveAt(analysis, *number);
    }
    const std::size_t hash = text.rfind('#');
    const auto ordinal = hash == std::string_view::npos
                             ? std::nullopt
                             : parseNumber<std::size_t>(text.substr(hash + 1));
    if (!ordinal) {
        return fail(ErrorCode::BadArgument,
                    "'" + std::string(text) +
                        "' names no collective: expected the rank of a late one from 1 on, or "
                        "GROUP#ORDINAL");
    }
    for (std::size_t at = 0; at < analysis.collectives.size(); ++at) {
        const JointCollective& joint = analysis.collectives[at];
        if (!joint.isSendReceive && joint.ordinal == *ordinal &&
            analysis.communicators[joint.communicator].name == text.substr(0, hash)) {
            return at;
        }
    }
    return fail(ErrorCode::BadArgument, "there is no collective " + std::to_string(*ordinal) +
                                            " of a group '" + std::string(text.substr(0, hash)) +
                                            "' that several ranks recorded");
}

FigurePlan collectiveFigurePlan(std::shared_ptr<const RankSet> set, std::size_t collective,
                                CollectiveFigureRequest request) {
    FigurePlan plan;
    plan.title = request.title.value_or(collectiveText(*set, collective, 0).front());
    plan.source = sourceOf(*set);
    plan.command = request.command;
    plan.build = [set = std::move(set), collective,
                  request = std::move(request)](const TextMeasure& measure) {
        return collectiveFigure(*set, collective, request, measure);
    };
    return plan;
}

std::string collectiveSvg(const RankSet& set, std::size_t collective, const Theme& theme) {
    CollectiveFigureRequest request;
    request.withProvenance = false;
    const Result<Figure> figure = collectiveFigure(set, collective, request, InterTextMeasure());
    SvgOptions options;
    options.variables = true;
    options.idPrefix = "collective";
    options.title = "one collective across ranks";
    return figure ? svgText(*figure, theme, options) : std::string{};
}

namespace {

constexpr int kCellWidth = 56;
constexpr int kCellHeight = 22;
constexpr int kLabelWidth = 72;

// Numbers of all steps with communication, ascending.
std::vector<int> stepNumbers(const RankSet& set) {
    std::set<int> numbers;
    for (const RankTotals& totals : set.analysis.totals) {
        for (const RankStep& step : totals.steps) {
            numbers.insert(step.step);
        }
    }
    return {numbers.begin(), numbers.end()};
}

const RankStep* stepOf(const RankTotals& totals, int number) {
    const auto found = std::find_if(totals.steps.begin(), totals.steps.end(),
                                    [&](const RankStep& step) { return step.step == number; });
    return found == totals.steps.end() ? nullptr : &*found;
}

std::string cellText(const RankStep* step) {
    if (step == nullptr) {
        return "–";
    }
    std::string text;
    if (step->wait > Duration{}) {
        appendItem(text, "waits " + durationText(step->wait));
    }
    if (step->lead > Duration{}) {
        appendItem(text, "late " + durationText(step->lead));
    }
    return text.empty() ? "0" : text;
}

double shareOfStep(Duration part, const RankStep& step) {
    const auto length = static_cast<double>(ns(step.range.length()));
    return length <= 0 ? 0 : std::clamp(static_cast<double>(ns(part)) / length, 0.0, 1.0);
}

Duration measured(const RankStep& step, HeatMeasure measure) {
    switch (measure) {
        case HeatMeasure::Wait:
            return step.wait;
        case HeatMeasure::Lateness:
            return step.lead;
        case HeatMeasure::Compute:
            return step.compute;
        default:
            return step.range.length() - step.busy;
    }
}

}  // namespace

PageTable heatTable(const RankSet& set, std::size_t maxSteps) {
    std::vector<int> numbers = stepNumbers(set);
    if (numbers.size() > maxSteps) {
        numbers.erase(numbers.begin(), numbers.end() - static_cast<std::ptrdiff_t>(maxSteps));
    }
    PageTable table;
    table.columns.push_back({"rank", Align::Right});
    for (const int number : numbers) {
        table.columns.push_back({stepLabel(set, number), Align::Right});
    }
    for (std::size_t rank = 0; rank < set.ranks.size() && !numbers.empty(); ++rank) {
        std::vector<std::string>& row = table.rows.emplace_back();
        row.push_back(std::to_string(set.ranks[rank].rank));
        for (const int number : numbers) {
            row.push_back(cellText(stepOf(set.analysis.totals[rank], number)));
        }
    }
    return table;
}

PageFigure heatFigure(const RankSet& set) {
    const std::vector<int> numbers = stepNumbers(set);
    const int width = kLabelWidth + kCellWidth * static_cast<int>(numbers.size());
    const int height = kCellHeight * static_cast<int>(set.ranks.size() + 1);
    std::string svg = fmt::format(
        R"(<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {0} {1}" width="{0}" height="{1}" )"
        R"(font-size="12" fill="currentColor" role="img">)",
        width, height);
    for (std::size_t at = 0; at < numbers.size(); ++at) {
        svg += fmt::format(R"(<text x="{}" y="15">{}</text>)",
                           kLabelWidth + kCellWidth * static_cast<int>(at) + 4,
                           stepLabel(set, numbers[at]));
    }
    for (std::size_t rank = 0; rank < set.ranks.size(); ++rank) {
        const int top = kCellHeight * static_cast<int>(rank + 1);
        svg += fmt::format(R"(<text x="0" y="{}">rank {}</text>)", top + 15, set.ranks[rank].rank);
        for (std::size_t at = 0; at < numbers.size(); ++at) {
            const RankStep* step = stepOf(set.analysis.totals[rank], numbers[at]);
            if (step != nullptr) {
                svg += fmt::format(
                    R"(<rect x="{}" y="{}" width="{}" height="{}" fill-opacity="{:.2f}" )"
                    R"(stroke="currentColor" stroke-width="{}"><title>{}</title></rect>)",
                    kLabelWidth + kCellWidth * static_cast<int>(at) + 2, top + 2, kCellWidth - 4,
                    kCellHeight - 4, shareOfStep(step->wait, *step),
                    step->lead > Duration{} ? 2 : 0, cellText(step));
            }
        }
    }
    return {svg + "</svg>", "", "waits by rank and step; a frame marks a rank that was late"};
}

HeatMap heatMapOf(const RankSet& set, HeatMeasure measure) {
    const std::vector<int> numbers = stepNumbers(set);
    HeatMap map;
    for (const int number : numbers) {
        map.columns.push_back(stepLabel(set, number));
    }
    for (std::size_t rank = 0; rank < set.ranks.size(); ++rank) {
        map.rows.push_back(rankName(set, rank));
        for (const int number : numbers) {
            HeatMap::Cell& cell = map.cells.emplace_back();
            if (const RankStep* step = stepOf(set.analysis.totals[rank], number)) {
                const Duration part = measured(*step, measure);
                cell.share = static_cast<float>(shareOfStep(part, *step));
                cell.isKnown = true;
                cell.isFramed = step->lead > Duration{};
                cell.text = part > Duration{} ? durationText(part) : std::string();
            }
        }
    }
    return map;
}

std::optional<TimeRange> stepOfHeatCell(const RankSet& set, std::size_t cell) {
    const std::vector<int> numbers = stepNumbers(set);
    if (numbers.empty() || cell >= numbers.size() * set.ranks.size()) {
        return std::nullopt;
    }
    const RankStep* step =
        stepOf(set.analysis.totals[cell / numbers.size()], numbers[cell % numbers.size()]);
    return step == nullptr ? std::nullopt : std::optional(step->range);
}

}  // namespace gaplight
