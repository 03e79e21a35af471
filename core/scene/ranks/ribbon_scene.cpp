// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/ranks/rank_lanes_scene.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/base/quantity_text.h"
#include "core/scene/display/elided_text.h"
#include "core/scene/display/idle_look.h"

namespace gaplight {
namespace {

constexpr double kMinRibbonWidth = 3;
constexpr std::size_t kMaxRibbons = 4096;  // in one view
constexpr std::uint8_t kTransferFill = 70;
constexpr std::uint8_t kWaitFill = 34;
constexpr std::uint8_t kEmphasis = 2;  // factor of the fill of a hovered or selected ribbon

bool isShown(const RankLanesInput& input, const RankRibbon& ribbon) {
    const auto isOn = [](const std::vector<bool>& shown, std::uint32_t at) {
        return shown.empty() || (at < shown.size() && shown[at]);
    };
    return isOn(input.shownGroups, ribbon.group) && isOn(input.shownKinds, ribbon.kind);
}

// The ribbons that are at least kMinRibbonWidth wide and in the view, by first arrival.
std::vector<std::uint32_t> visibleRibbons(const RankLanesInput& input) {
    const RankChart& chart = input.chart;
    const Time end = timeAtX(input, input.width);
    const Duration least(std::llround(std::ceil(kMinRibbonWidth * input.nsPerPixel)));
    const auto first =
        std::lower_bound(chart.ribbons.begin(), chart.ribbons.end(), input.begin - chart.longest,
                         [](const RankRibbon& ribbon, Time time) { return ribbon.first < time; });
    std::vector<std::uint32_t> visible;
    for (auto at = static_cast<std::size_t>(first - chart.ribbons.begin());
         at < chart.ribbons.size() && visible.size() < kMaxRibbons; ++at) {
        const RankRibbon& ribbon = chart.ribbons[at];
        if (ribbon.first > end) {
            break;
        }
        if (chart.longestOfBlock[at / RankChart::kRibbonBlock] < least) {
            at |= RankChart::kRibbonBlock - 1;  // the last of the block
            continue;
        }
        if (ribbon.end >= input.begin && ribbon.end - ribbon.first >= least &&
            isShown(input, ribbon)) {
            visible.push_back(static_cast<std::uint32_t>(at));
        }
    }
    return visible;
}

std::span<const RibbonPart> partsOf(const RankChart& chart, const RankRibbon& ribbon) {
    return std::span(chart.parts).subspan(ribbon.firstPart, ribbon.partCount);
}

class RibbonPainter {
public:
    RibbonPainter(const RankLanesInput& input, const TextMeasure& measure, ClipIndex clip,
                  DisplayList& list)
        : m_input(input), m_measure(measure), m_list(list), m_rows(input), m_clip(clip) {}

    void draw() {
        for (const std::uint32_t ribbon : visibleRibbons(m_input)) {
            if (m_rows.isFull() || isMarked(ribbon) || m_input.chart.ribbons[ribbon].isLate) {
                drawRibbon(ribbon);
            }
        }
    }

private:
    void drawRibbon(std::uint32_t number);
    void drawPart(const RankRibbon& ribbon, const RibbonPart& part);
    void drawBridge(const RankRibbon& ribbon, const RibbonPart& upper, const RibbonPart& lower,
                    std::uint8_t emphasis);
    void drawLateMark(const RankRibbon& ribbon);
    void drawOutline(const RankRibbon& ribbon, Role role);
    bool isMarked(std::uint32_t number) const {
        return m_input.selected == number || m_input.hovered == number;
    }
    // Of the last arrival, as far as this rank saw it.
    [[nodiscard]] static Time transferBegin(const RankRibbon& ribbon, const RibbonPart& part) {
        return std::min(std::max(part.arrival, ribbon.last), part.end);
    }

    const RankLanesInput& m_input;
    const TextMeasure& m_measure;
    DisplayList& m_list;
    LaneRows m_rows;
    ClipIndex m_clip;
};

void RibbonPainter::drawRibbon(std::uint32_t number) {
    const RankRibbon& ribbon = m_input.chart.ribbons[number];
    const std::span<const RibbonPart> parts = partsOf(m_input.chart, ribbon);
    const std::uint8_t emphasis = isMarked(number) ? kEmphasis : 1;
    for (std::size_t at = 0; at < parts.size(); ++at) {
        if (m_rows.isFull()) {
            drawPart(ribbon, parts[at]);
        }
        if (at > 0 && (m_rows.isFull() || isMarked(number))) {
            drawBridge(ribbon, parts[at - 1], parts[at], emphasis);
        }
    }
    if (ribbon.isLate) {
        drawLateMark(ribbon);
    }
    if (isMarked(number)) {
        drawOutline(ribbon,
                    m_input.selected == number ? Role::SelectionOutline : Role::HoverOutline);
    }
}

void RibbonPainter::drawPart(const RankRibbon& ribbon, const RibbonPart& part) {
    const float top = m_rows.ribbonTop(part.lane);
    const float x0 = nearX(m_input, part.arrival);
    const float x1 = nearX(m_input, transferBegin(ribbon, part));
    const float x2 = nearX(m_input, part.end);
    if (x1 - x0 >= 1) {
        const Box box{x0, top, x1 - x0, m_rows.communication};
        m_list.rects.push_back({box, Role::PanelBackground, 255, Layer::Slices, m_clip});
        addIdleTime(m_list, box, Role::IdleRank, 255, Layer::SliceLabels, m_clip);
    }
    TextItem item;
    const float left = std::max(x1, m_input.namesWidth);
    item.x = left + kLabelPadding;
    item.baselineY = std::round(top + m_rows.communication / 2 + 4);
    item.color = Role::TextOnSlice;
    item.style = TextStyle::Small;
    item.clip = m_clip;
    addElidedText(m_list, m_measure, m_input.chart.labels[ribbon.label],
                  std::min(x2, m_input.width) - left - 2 * kLabelPadding, item);
}

void RibbonPainter::drawBridge(const RankRibbon& ribbon, const RibbonPart& upper,
                               const RibbonPart& lower, std::uint8_t emphasis) {
    const float y0 = m_rows.ribbonBottom(upper.lane);
    const float y1 = m_rows.ribbonTop(lower.lane);
    const auto add = [&](Time a0, Time a1, Time b0, Time b1, Role role, std::uint8_t alpha) {
        if (a1 <= a0 && b1 <= b0) {
            return;
        }
        const std::array<Point, 4> corners{
            Point{nearX(m_input, a0), y0}, Point{nearX(m_input, a1), y0},
            Point{nearX(m_input, b1), y1}, Point{nearX(m_input, b0), y1}};
        PolygonItem item;
        item.color = role;
        item.alpha = alpha;
        item.layer = Layer::Overlays;
        item.clip = m_clip;
        m_list.addPolygon(corners.data(), corners.size(), item);
    };
    const Time waitEnd0 = transferBegin(ribbon, upper);
    const Time waitEnd1 = transferBegin(ribbon, lower);
    const auto alphaOf = [emphasis](std::uint8_t alpha) {
        return static_cast<std::uint8_t>(alpha * emphasis);
    };
    add(upper.arrival, waitEnd0, lower.arrival, waitEnd1, Role::IdleRank, alphaOf(kWaitFill));
    add(waitEnd0, upper.end, waitEnd1, lower.end, Role::Communication, alphaOf(kTransferFill));
}

void RibbonPainter::drawLateMark(const RankRibbon& ribbon) {
    const std::span<const RibbonPart> parts = partsOf(m_input.chart, ribbon);
    const float x = nearX(m_input, ribbon.last);
    const float top = m_rows.ribbonTop(parts.front().lane);
    const float bottom = m_rows.ribbonBottom(parts.back().lane);
    m_list.rects.push_back(
        {{x - 0.5F, top, 1, bottom - top}, Role::Unhealthy, 200, Layer::Flows, m_clip});
    const float mark = m_rows.ribbonTop(ribbon.lastLane);
    const float height = m_rows.ribbonBottom(ribbon.lastLane) - mark;
    m_list.rects.push_back({{x - 2, mark, 3, height}, Role::Unhealthy, 255, Layer::Flows, m_clip});
    if (!m_rows.isFull()) {
        return;
    }
    const std::string text = "late " + durationText(ribbon.lead);
    const float width = m_measure.width(text, TextStyle::Small);
    const float space = x - std::max(nearX(m_input, ribbon.first), m_input.namesWidth);
    if (width + 3 * kLabelPadding > space) {
        return;
    }
    TextItem item;
    item.x = x - 2 - kLabelPadding - width;
    item.baselineY = std::round(mark + height / 2 + 4);
    item.color = Role::Unhealthy;
    item.style = TextStyle::Small;
    item.layer = Layer::Flows;
    item.clip = m_clip;
    m_list.rects.push_back({{item.x - kLabelPadding, mark, width + 2 * kLabelPadding, height},
                            Role::PanelBackground,
                            230,
                            Layer::Overlays,
                            m_clip});
    addWholeText(m_list, m_measure, text, width + 1, item);
}

void RibbonPainter::drawOutline(const RankRibbon& ribbon, Role role) {
    for (const RibbonPart& part : partsOf(m_input.chart, ribbon)) {
        const float x0 = nearX(m_input, part.arrival);
        const float x1 = std::max(nearX(m_input, part.end), x0 + 2);
        const float y0 = m_rows.ribbonTop(part.lane);
        const float y1 = m_rows.ribbonBottom(part.lane);
        for (const Box& edge : {Box{x0, y0, x1 - x0, 1.5F}, Box{x0, y1 - 1.5F, x1 - x0, 1.5F},
                                Box{x0, y0, 1.5F, y1 - y0}, Box{x1 - 1.5F, y0, 1.5F, y1 - y0}}) {
            m_list.rects.push_back({edge, role, 255, Layer::Selection, m_clip});
        }
    }
}

// Edges of a ribbon at a height: in a lane its part, between two lanes in between. Empty: it is not
// there.
std::optional<std::pair<float, float>> edgesAt(const RankLanesInput& input, const LaneRows& rows,
                                               const RankRibbon& ribbon, float y) {
    const std::span<const RibbonPart> parts = partsOf(input.chart, ribbon);
    for (std::size_t at = 0; at < parts.size(); ++at) {
        const float top = rows.ribbonTop(parts[at].lane);
        const float begin = nearX(input, parts[at].arrival);
        const float end = nearX(input, parts[at].end);
        if (y >= top && y < rows.ribbonBottom(parts[at].lane)) {
            return std::pair(begin, end);
        }
        if (at > 0 && y < top) {
            const float above = rows.ribbonBottom(parts[at - 1].lane);
            const float share = (y - above) / std::max(1.0F, top - above);
            const float begin0 = nearX(input, parts[at - 1].arrival);
            const float end0 = nearX(input, parts[at - 1].end);
            return y < above ? std::nullopt
                             : std::optional(std::pair(begin0 + (begin - begin0) * share,
                                                       end0 + (end - end0) * share));
        }
    }
    return std::nullopt;
}

}  // namespace

void drawRibbons(const RankLanesInput& input, const TextMeasure& measure, ClipIndex clip,
                 DisplayList& list) {
    RibbonPainter(input, measure, clip, list).draw();
}

std::optional<std::uint32_t> ribbonAt(const RankLanesInput& input, float x, float y) {
    const LaneRows rows(input);
    std::optional<std::uint32_t> found;
    Duration shortest = Duration::max();
    for (const std::uint32_t number : visibleRibbons(input)) {
        const RankRibbon& ribbon = input.chart.ribbons[number];
        const auto edges = edgesAt(input, rows, ribbon, y);
        if (edges && edges->first <= x && x <= edges->second &&
            ribbon.end - ribbon.first < shortest) {
            found = number;
            shortest = ribbon.end - ribbon.first;
        }
    }
    return found;
}

}  // namespace gaplight
