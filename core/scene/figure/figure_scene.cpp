// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/figure/figure_scene.h"

#include <algorithm>
#include <cmath>
#include <span>

#include <fmt/format.h>

#include "core/scene/figure/figure_parts.h"

namespace gaplight {
namespace {

constexpr float kFigureMargin = FigurePage::kMargin;

// The legend and the texts below the timeline.
DisplayList footOf(const FigureInput& input, double nsPerPixel,
                   std::span<const CalloutTarget> legend, const TextMeasure& measure) {
    DisplayList below;
    below.clear(input.width, 0);
    FigurePage foot{below, measure, kFigureMargin, input.width - kFigureMargin, 0};
    drawFigureKey(foot, {&input.subject, 1}, nsPerPixel);
    drawFigureLegend(foot, input.subject.callouts, legend);
    drawFigureChecklist(foot, input.texts.checklist);
    drawFigureFoot(foot, input.texts);
    below.height = foot.y + kFigureMargin;
    below.clips[0].height = below.height;
    return below;
}

}  // namespace

Error tooLow(float height, float least) {
    return {ErrorCode::BadArgument,
            fmt::format("a figure of {:.0f} px is too low for what it shows: expected at least "
                        "{:.0f}, fewer tracks, or no height at all",
                        height, std::ceil(least))};
}

Result<Figure> buildFigure(const FigureInput& input, const TextMeasure& measure) {
    constexpr float kBelowTracks = 8;
    const FigureSubject& subject = input.subject;
    FigureTimeline timeline(subject, figureNamesWidth(subject, input.width, measure),
                            input.width - 2 * kFigureMargin, measure);
    const float timeLeft = kFigureMargin + timeline.view().timeLeft();
    Figure figure;
    DisplayList& list = figure.list;
    list.clear(input.width, 0);
    list.rects.push_back({{}, Role::Background, 255, Layer::Background});
    FigurePage head{list, measure, kFigureMargin, input.width - kFigureMargin, kFigureMargin};
    drawFigureHead(head, input.texts);
    drawFigureBars(head, input.texts.bars, timeLeft);

    std::vector<CalloutTarget> called = timeline.targets(1, kFigureMargin, 0);
    const bool areTextsPlaced =
        placeCallouts(called, timeLeft, head.right, measure).hasTexts &&
        std::all_of(subject.callouts.begin(), subject.callouts.end(),
                    [](const FigureCallout& callout) { return callout.detail.empty(); });
    const float above = head.y + (called.empty() ? 0 : kCalloutStrip);
    const DisplayList below =
        footOf(input, timeline.view().nsPerPixel,
               areTextsPlaced ? std::span<const CalloutTarget>() : std::span(called), measure);
    const float around = above + kBelowTracks + below.height;
    if (input.height > 0 && input.height < around + timeline.height()) {
        if (input.height < around + timeline.minHeight()) {
            return tl::unexpected<Error>(tooLow(input.height, around + timeline.minHeight()));
        }
        timeline.lowerTo(input.height - around);
    }
    timeline.addTo(figure, kFigureMargin, above, {});
    list.append(below, 0, above + timeline.height() + kBelowTracks);
    called = timeline.targets(1, kFigureMargin, above);
    drawCallouts(head, head.y, called, placeCallouts(called, timeLeft, head.right, measure));
    list.height = std::ceil(std::max(input.height, around + timeline.height()));
    list.clips[0] = {0, 0, input.width, list.height};
    list.rects.front().box = list.clips[0];
    return figure;
}

}  // namespace gaplight
