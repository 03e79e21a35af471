// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/figure/ranks_figure_scene.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <string>

#include "core/scene/figure/figure_page.h"
#include "core/scene/figure/figure_parts.h"
#include "core/scene/ranks/rank_lanes_scene.h"
#include "core/scene/timeline/time_ruler.h"

namespace gaplight {
namespace {

constexpr double kBeside = 0.03;  // of the range, on either side of it
constexpr float kRuler = 18;      // height
constexpr float kNamesInset = 24;
constexpr float kMaxNames = 0.3F;     // of the width
constexpr float kMinPitch = 4;        // of lanes that are strips alone
constexpr double kTickDistance = 80;  // of labels, in pixels

const std::array kKey{FigureShare{"computes", 0, Role::Compute, false},
                      FigureShare{"transfers", 0, Role::Communication, false},
                      FigureShare{"waits for another rank", 0, Role::IdleRank, true},
                      FigureShare{"idle for another reason", 0, Role::IdleHost, true}};

float namesWidth(const RanksFigureInput& input, float width, const TextMeasure& measure) {
    float widest = 0;
    for (const RankLane& lane : input.chart.lanes) {
        widest = std::max({widest, measure.width(lane.label, TextStyle::Bold),
                           measure.width(lane.note, TextStyle::Small)});
    }
    return std::ceil(std::min(widest + kNamesInset, width * kMaxNames));
}

// Times since the begin of the range, above the lanes.
void drawTicks(const FigurePage& page, const RankLanesInput& lanes, const std::string& origin,
               float top) {
    const std::int64_t zero = ns(lanes.chart.range.begin);
    const std::int64_t begin = ns(lanes.begin) - zero;
    const float width = lanes.width - lanes.namesWidth;
    const auto length = static_cast<std::int64_t>(static_cast<double>(width) * lanes.nsPerPixel);
    const RulerScale scale = rulerScale(begin, length, lanes.nsPerPixel, kTickDistance);
    for (std::int64_t time = 0; time <= begin + length; time += scale.stepNs) {
        const auto x = static_cast<float>(page.left + lanes.namesWidth +
                                          static_cast<double>(time - begin) / lanes.nsPerPixel);
        const std::string text = time == 0 ? origin : tickText(scale, time);
        page.addRect({x, top + kRuler - 5, 1, 5}, Role::SecondaryText);
        if (x + 4 + page.measure.width(text, TextStyle::Small) <= page.right) {
            page.addText(text, x + 4, top + kRuler - 6, TextStyle::Small, Role::SecondaryText);
        }
    }
}

RankLanesInput lanesOf(const RanksFigureInput& input, float width, const TextMeasure& measure) {
    const auto length =
        static_cast<double>(std::max<std::int64_t>(1, input.chart.range.length().count()));
    RankLanesInput lanes{input.chart, input.chart.range.begin};
    lanes.width = width;
    lanes.height = fullRankLanesHeight(input.chart.lanes.size());
    lanes.namesWidth = namesWidth(input, width, measure);
    lanes.begin -= Duration(std::llround(length * kBeside));
    lanes.nsPerPixel =
        length * (1 + 2 * kBeside) / static_cast<double>(std::max(1.0F, width - lanes.namesWidth));
    return lanes;
}

DisplayList footOf(const RanksFigureInput& input, float left, double nsPerPixel,
                   const TextMeasure& measure) {
    DisplayList below;
    below.clear(input.width, 0);
    FigurePage foot{below, measure, left, input.width - left, 0};
    drawFigureSwatches(foot, kKey, nsPerPixel);
    drawFigureFoot(foot, input.texts);
    below.height = foot.y + FigurePage::kMargin;
    below.clips[0].height = below.height;
    return below;
}

}  // namespace

Result<Figure> buildRanksFigure(const RanksFigureInput& input, const TextMeasure& measure) {
    constexpr float kMargin = FigurePage::kMargin;
    constexpr float kBelowLanes = 8;
    Figure figure;
    DisplayList& list = figure.list;
    list.clear(input.width, 0);
    list.rects.push_back({{}, Role::Background, 255, Layer::Background});
    FigurePage page{list, measure, kMargin, input.width - kMargin, kMargin};
    drawFigureHead(page, input.texts);
    RankLanesInput lanes = lanesOf(input, page.width(), measure);
    const DisplayList below = footOf(input, kMargin, lanes.nsPerPixel, measure);
    const float around = page.y + kRuler + kBelowLanes + below.height;
    if (input.height > 0 && input.height < around + lanes.height) {
        const float least = around + kMinPitch * static_cast<float>(input.chart.lanes.size() + 2);
        if (input.height < least) {
            return tl::unexpected<Error>(tooLow(input.height, least));
        }
        lanes.height = input.height - around;
    }
    const float top = page.y + kRuler;
    drawTicks(page, lanes, input.origin, page.y);
    DisplayList view;
    buildRankLanes(lanes, measure, view);
    list.append(view, kMargin, top);
    list.append(below, 0, top + lanes.height + kBelowLanes);
    list.height = std::ceil(std::max(input.height, around + lanes.height));
    list.clips[0] = {0, 0, input.width, list.height};
    list.rects.front().box = list.clips[0];
    const float pitch = lanes.height / static_cast<float>(input.chart.lanes.size());
    for (std::size_t at = 0; at < input.chart.lanes.size(); ++at) {
        figure.tracks.push_back(
            {input.chart.lanes[at].label,
             {kMargin, top + pitch * static_cast<float>(at), lanes.width, pitch}});
    }
    return figure;
}

}  // namespace gaplight
