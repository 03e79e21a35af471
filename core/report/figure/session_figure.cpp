// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/report/figure/session_figure.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "core/base/result.h"
#include "core/report/figure/figure_contents.h"
#include "core/report/trace/findings_markdown.h"

namespace gaplight {
namespace {

// Of a finding's occurrence, at each side of it.
constexpr std::int64_t kContextPercent = 60;
constexpr Duration kMinContext = std::chrono::microseconds(20);

}  // namespace

Result<TimeRange> figureRange(const Session& session, const FigureRequest& request) {
    const TimeRange whole = session.trace->range();
    const std::vector<Finding>& findings = session.findings.findings;
    if (request.finding && *request.finding >= findings.size()) {
        return fail(ErrorCode::BadArgument,
                    findings.empty() ? "there is no finding in this trace"
                                     : fmt::format("there is no finding {}: expected 1 to {}",
                                                   *request.finding + 1, findings.size()));
    }
    TimeRange range = request.range.value_or(whole);
    const Evidence* place = request.finding ? largestEvidence(findings[*request.finding]) : nullptr;
    if (!request.range && place != nullptr) {
        const Duration context =
            std::max(kMinContext, place->range.length() * kContextPercent / 100);
        range = {place->range.begin - context, place->range.end + context};
    }
    range = {std::max(range.begin, whole.begin), std::min(range.end, whole.end)};
    if (range.begin >= range.end) {
        return fail(ErrorCode::BadArgument, "there is nothing to draw in this range");
    }
    return range;
}

Result<Figure> sessionFigure(const SceneData& data, const FigureRequest& request,
                             const TextMeasure& measure) {
    const Session& session = data.session();
    const TimeRange range = TRY(figureRange(session, request));
    const FigureContents view = TRY(figureContents(data, request, range));
    const SceneModel model = view.modelOf(data);
    const std::vector<FigureCallout> marks = figureCallouts(session, request, range, view.layout);
    const FigureSubject subject{model, view.layout, view.state, range, marks, request.replay.get()};
    FigureTexts texts = figureTexts(session, request, range);
    if (view.tracksLeftOut > 0) {
        texts.caption += (texts.caption.empty() ? "" : " ") + view.leftOutText();
    }
    return buildFigure(
        {subject, std::move(texts), std::max(request.width, kMinFigureWidth), request.height},
        measure);
}

}  // namespace gaplight
