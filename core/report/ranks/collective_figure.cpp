// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/report/ranks/collective_figure.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "core/base/digit_run.h"
#include "core/base/duration_text.h"
#include "core/base/quantity_text.h"
#include "core/ranks/late_collectives.h"
#include "core/ranks/rank_set_chart.h"
#include "core/report/figure/figure_source.h"
#include "core/report/ranks/collective_text.h"
#include "core/report/ranks/rank_report.h"
#include "core/report/text/svg_player.h"
#include "core/report/text/tool_version.h"
#include "core/scene/display/inter_text_measure.h"
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

}  // namespace gaplight
