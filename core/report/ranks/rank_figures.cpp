// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/report/ranks/rank_figures.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <set>
#include <string_view>
#include <tuple>
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

constexpr int kTopHeight = 24;
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

namespace {

// Cells of one size, however many there are: with their times where all fit into a page.
struct HeatCells {
    int width = 84;
    int height = 34;
    bool hasTimes = true;
};

HeatCells heatCells(std::size_t steps) {
    constexpr std::size_t kStepsWithTimes = 12;
    return steps <= kStepsWithTimes ? HeatCells{} : HeatCells{14, 20, false};
}

// At most this opaque, so that text of the same color can be read on it.
constexpr double kMaxHeat = 0.4;

std::string heatRect(Box box, double share, bool isLate, std::string_view title) {
    return fmt::format(
        R"(<rect x="{}" y="{}" width="{}" height="{}" fill-opacity="{:.2f}" stroke="currentColor" )"
        R"(stroke-opacity="{}" stroke-width="{}"><title>{}</title></rect>)",
        box.x + 1.5F, box.y + 1.5F, box.width - 3, box.height - 3, kMaxHeat * share,
        isLate ? "1" : "0.25", isLate ? 2 : 1, title);
}

// The time that it waits, and the one that it is late, below each other.
std::string heatTimes(const RankStep& step, float middle, float top) {
    std::vector<std::string> lines;
    if (step.wait > Duration{}) {
        lines.push_back(durationText(step.wait));
    }
    if (step.lead > Duration{}) {
        lines.push_back("late " + durationText(step.lead));
    }
    std::string text;
    float y = top + (lines.size() > 1 ? 14.0F : 21.0F);
    for (const std::string& line : lines) {
        text += fmt::format(R"(<text x="{}" y="{}" text-anchor="middle" font-size="11">{}</text>)",
                            middle, y, line);
        y += 14;
    }
    return text;
}

// What shade and frame mean.
std::string heatLegend(float top) {
    const std::array<std::tuple<double, bool, const char*>, 4> entries{
        {{0, false, "waits for no other rank"},
         {0.5, false, "for half of the step"},
         {1, false, "for all of it"},
         {0, true, "late: others wait for it"}}};
    std::string svg;
    float x = kLabelWidth;
    for (const auto& [share, isLate, text] : entries) {
        svg += heatRect({x, top, 26, 16}, share, isLate, text);
        svg +=
            fmt::format(R"(<text x="{}" y="{}" font-size="11">{}</text>)", x + 32, top + 12, text);
        x += 178;
    }
    return svg;
}

}  // namespace

PageFigure heatFigure(const RankSet& set) {
    constexpr int kLegendWidth = 720;
    constexpr std::size_t kEvery = 10;  // step without times is named
    const std::vector<int> numbers = stepNumbers(set);
    const HeatCells cells = heatCells(numbers.size());
    const int height = cells.height * static_cast<int>(set.ranks.size()) + kTopHeight;
    std::string svg = fmt::format(
        R"(<svg xmlns="http://www.w3.org/2000/svg" class="fixed" width="{}" height="{}" )"
        R"(font-size="12" fill="currentColor" role="img">)",
        kLabelWidth +
            std::max(cells.width * static_cast<int>(numbers.size()) + kTopHeight, kLegendWidth),
        height + kTopHeight);
    for (std::size_t at = 0; at < numbers.size(); at += cells.hasTimes ? 1 : kEvery) {
        svg += fmt::format(R"(<text x="{}" y="15">{}</text>)",
                           kLabelWidth + cells.width * static_cast<int>(at) + 4,
                           stepLabel(set, numbers[at]));
    }
    for (std::size_t rank = 0; rank < set.ranks.size(); ++rank) {
        const int top = kTopHeight + cells.height * static_cast<int>(rank);
        svg += fmt::format(R"(<text x="0" y="{}">rank {}</text>)", top + cells.height / 2 + 4,
                           set.ranks[rank].rank);
        for (std::size_t at = 0; at < numbers.size(); ++at) {
            const RankStep* step = stepOf(set.analysis.totals[rank], numbers[at]);
            if (step == nullptr) {
                continue;
            }
            const Box box{static_cast<float>(kLabelWidth + cells.width * static_cast<int>(at)),
                          static_cast<float>(top), static_cast<float>(cells.width),
                          static_cast<float>(cells.height)};
            svg += heatRect(box, shareOfStep(step->wait, *step), step->lead > Duration{},
                            cellText(step));
            svg += cells.hasTimes ? heatTimes(*step, box.x + box.width / 2, box.y) : std::string();
        }
    }
    svg += heatLegend(static_cast<float>(height + 8));
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
