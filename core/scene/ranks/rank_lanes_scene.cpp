// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/ranks/rank_lanes_scene.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "core/scene/display/elided_text.h"
#include "core/scene/timeline/track_scenes.h"

namespace gaplight {
namespace {

constexpr float kLowStrip = 10;      // drawn with columns twice as wide
constexpr float kMinNamePitch = 12;  // lower lanes have a name every few
constexpr float kNameInset = 12;
constexpr float kCurrentBar = 3;

// Which lanes have room for their name: the current one and late ones first, then from the top.
std::vector<bool> namedLanes(const RankLanesInput& input, float pitch) {
    const std::vector<RankLane>& lanes = input.chart.lanes;
    const auto apart = static_cast<std::size_t>(std::ceil(kMinNamePitch / std::max(1.0F, pitch)));
    std::vector<bool> isNamed(lanes.size(), false);
    const auto addName = [&](std::size_t lane) {
        const std::size_t first = lane < apart ? 0 : lane - apart + 1;
        const std::size_t last = std::min(lanes.size(), lane + apart);
        const auto begin = isNamed.begin();
        isNamed[lane] = std::find(begin + static_cast<std::ptrdiff_t>(first),
                                  begin + static_cast<std::ptrdiff_t>(last),
                                  true) == begin + static_cast<std::ptrdiff_t>(last);
    };
    if (input.current && *input.current < lanes.size()) {
        addName(*input.current);
    }
    for (const bool isLate : {true, false}) {
        for (std::size_t lane = 0; lane < lanes.size(); ++lane) {
            if (lanes[lane].isLate == isLate && !isNamed[lane]) {
                addName(lane);
            }
        }
    }
    return isNamed;
}

constexpr float kMinSplitStrip = 8;  // lower ones have no room for the predicted work
constexpr std::uint8_t kPredictedGround = 160;

class RankLanesPainter {
public:
    RankLanesPainter(const RankLanesInput& input, const TextMeasure& measure, DisplayList& list)
        : m_input(input),
          m_measure(measure),
          m_list(list),
          m_rows(input),
          m_isNamed(namedLanes(input, m_rows.pitch)) {}

    void draw();

private:
    void drawLane(std::size_t lane);
    void drawStrip(const BusyProfile& profile, float top, float height, bool showsIdle);
    void drawGpu(std::size_t lane);
    void drawName(std::size_t lane);
    void drawPredicted();
    void drawPredictedCalls(std::size_t lane);
    void drawCursor();

    const RankLanesInput& m_input;
    const TextMeasure& m_measure;
    DisplayList& m_list;
    LaneRows m_rows;
    std::vector<bool> m_isNamed;
    ClipIndex m_clip = 0;
};

void RankLanesPainter::draw() {
    m_list.rects.push_back(
        {{0, 0, m_input.width, m_input.height}, Role::PanelBackground, 255, Layer::Background, 0});
    m_clip = m_list.addClip({m_input.namesWidth, 0,
                             std::max(0.0F, m_input.width - m_input.namesWidth), m_input.height});
    for (std::size_t lane = 0; lane < m_input.chart.lanes.size(); ++lane) {
        drawLane(lane);
        drawName(lane);
    }
    drawRibbons(m_input, m_measure, m_clip, m_list);
    drawPredicted();
    drawCursor();
    m_list.rects.push_back(
        {{0, m_input.height - 1, m_input.width, 1}, Role::Grid, 255, Layer::Chrome, 0});
}

void RankLanesPainter::drawStrip(const BusyProfile& profile, float top, float height,
                                 bool showsIdle) {
    UtilizationArea area;
    area.box = {m_input.namesWidth, top, std::max(0.0F, m_input.width - m_input.namesWidth),
                height};
    area.beginNs = ns(m_input.begin);
    area.nsPerPixel = m_input.nsPerPixel;
    area.clip = m_clip;
    area.showsIdle = showsIdle;
    area.leastColumn = height < kLowStrip ? 2 : 1;
    drawUtilization(m_list, profile, area);
}

void RankLanesPainter::drawLane(std::size_t lane) {
    const RankLane& rank = m_input.chart.lanes[lane];
    const float top = m_rows.top(lane);
    if (m_input.current == lane && m_rows.pitch >= kMinNamePitch) {
        m_list.rects.push_back({{0, top - LaneRows::kMargin / 2, m_input.width, m_rows.pitch},
                                Role::AlternateRow,
                                255,
                                Layer::Background,
                                0});
    }
    if (!rank.apart.empty()) {
        TextItem item;
        item.x = m_input.namesWidth + kLabelPadding;
        item.baselineY = std::round(top + m_rows.strip / 2 + 4);
        item.color = Role::WarningText;
        item.clip = m_clip;
        addElidedText(m_list, m_measure, "stands apart: " + rank.apart,
                      m_input.width - item.x - kLabelPadding, item);
        return;
    }
    drawGpu(lane);
    if (m_rows.isFull()) {
        drawStrip(rank.communication, m_rows.ribbonTop(lane), m_rows.communication, false);
    }
}

// Measured time above predicted work, as in the overview.
void RankLanesPainter::drawGpu(std::size_t lane) {
    const float top = m_rows.top(lane);
    const BusyProfile& measured = m_input.chart.lanes[lane].gpu;
    if (lane >= m_input.predicted.size() || m_rows.strip < kMinSplitStrip) {
        return drawStrip(measured, top, m_rows.strip, true);
    }
    const BusyProfile& predicted = m_input.predicted[lane].work;
    const float half = std::floor((m_rows.strip - 1) / 2);
    drawStrip(measured, top, half, true);
    const float begin = std::round(nearX(m_input, predicted.window().begin));
    const float end = std::round(nearX(m_input, predicted.window().end));
    m_list.rects.push_back(
        {{begin, top + half, end - begin, 1}, Role::Accent, 255, Layer::Overlays, m_clip});
    drawStrip(predicted, top + half + 1, half, false);
}

void RankLanesPainter::drawName(std::size_t lane) {
    const RankLane& rank = m_input.chart.lanes[lane];
    const float top = m_rows.top(lane);
    if (m_input.current == lane) {
        m_list.rects.push_back({{0, top - LaneRows::kMargin / 2, kCurrentBar, m_rows.pitch},
                                Role::Accent,
                                255,
                                Layer::Chrome,
                                0});
    }
    if (!m_isNamed[lane]) {
        return;
    }
    const bool hasNote = m_rows.isFull() && !rank.note.empty();
    TextItem item;
    item.x = kNameInset;
    item.baselineY = std::round(hasNote ? top + 11 : top + std::min(m_rows.pitch, 24.0F) / 2 + 3);
    item.color = rank.isLate ? Role::Unhealthy : Role::Text;
    item.style = m_rows.pitch >= 14 ? TextStyle::Bold : TextStyle::Small;
    item.layer = Layer::Chrome;
    const float width = m_input.namesWidth - 2 * kNameInset;
    addElidedText(m_list, m_measure, rank.label, width, item, Elide::Middle);
    if (hasNote) {
        item.baselineY += 14;
        item.style = TextStyle::Small;
        item.color = Role::SecondaryText;
        addElidedText(m_list, m_measure, rank.note, width, item);
    }
}

void RankLanesPainter::drawPredicted() {
    const std::size_t lanes = std::min(m_input.predicted.size(), m_input.chart.lanes.size());
    for (std::size_t lane = 0; lane < lanes; ++lane) {
        drawPredictedCalls(lane);
        const float top = m_rows.top(lane);
        m_list.rects.push_back({{std::round(nearX(m_input, m_input.predicted[lane].end)) - 1, top,
                                 2, m_rows.ribbonBottom(lane) - top},
                                Role::Accent,
                                255,
                                Layer::Overlays,
                                m_clip});
    }
}

// Outlines as those of predicted slices, below the labels; what touches within a pixel is one.
void RankLanesPainter::drawPredictedCalls(std::size_t lane) {
    const auto add = [&](Box box, Role role, std::uint8_t alpha) {
        m_list.rects.push_back({box, role, alpha, Layer::Overlays, m_clip});
    };
    const float bottom = m_rows.ribbonBottom(lane);
    const float height = std::min(LaneRows::kPredictedHeight, bottom - m_rows.ribbonTop(lane));
    const float y = m_rows.isFull() ? bottom + 1 : bottom - height;
    const std::vector<TimeRange>& calls = m_input.predicted[lane].communication;
    for (auto at = calls.begin(); at != calls.end();) {
        const float x0 = std::round(nearX(m_input, at->begin));
        if (x0 > m_input.width) {
            break;
        }
        float x1 = x0;
        do {
            x1 = std::max({x1, x0 + 1, std::round(nearX(m_input, at->end))});
            ++at;
        } while (at != calls.end() && std::round(nearX(m_input, at->begin)) < x1);
        if (x1 < m_input.namesWidth) {
            continue;
        }
        add({x0, y, x1 - x0, height}, Role::Accent, 255);
        if (x1 - x0 > 2 && height > 2) {
            add({x0 + 1, y + 1, x1 - x0 - 2, height - 2}, Role::PanelBackground, kPredictedGround);
        }
    }
}

void RankLanesPainter::drawCursor() {
    if (m_input.cursor) {
        const float x = nearX(m_input, *m_input.cursor);
        m_list.rects.push_back(
            {{x, 0, 1, m_input.height}, Role::SecondaryText, 160, Layer::Selection, m_clip});
    }
}

}  // namespace

float fullRankLanesHeight(std::size_t lanes) {
    return 2 * LaneRows::kMargin + LaneRows::kFullPitch * static_cast<float>(lanes);
}

void buildRankLanes(const RankLanesInput& input, const TextMeasure& measure, DisplayList& list) {
    list.clear(input.width, input.height);
    RankLanesPainter(input, measure, list).draw();
}

RankLanesHit hitTestRankLanes(const RankLanesInput& input, float x, float y) {
    const LaneRows rows(input);
    RankLanesHit hit;
    hit.isName = x < input.namesWidth;
    hit.time = timeAtX(input, x);
    const float lane = (y - LaneRows::kMargin) / std::max(1.0F, rows.pitch);
    if (lane >= 0 && lane < static_cast<float>(input.chart.lanes.size())) {
        hit.lane = static_cast<std::uint32_t>(lane);
    }
    if (hit.isName) {
        return hit;
    }
    hit.ribbon = ribbonAt(input, x, y);
    return hit;
}

}  // namespace gaplight
