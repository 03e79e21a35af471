// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/ranks/rank_chart.h"

#include <algorithm>
#include <utility>

#include "core/base/quantity_text.h"

namespace gaplight {
namespace {

// What a rank does in a collective, in a few words.
std::string noteOf(const RankRibbon& ribbon, const RibbonPart& part) {
    if (part.lane == ribbon.lastLane) {
        return (ribbon.isLate ? "late by " : "last, by ") + durationText(ribbon.lead);
    }
    const Duration wait = std::min(ribbon.last, part.end) - part.arrival;
    return wait > Duration{} ? "waits " + durationText(wait) : std::string();
}

// Communication of a lane that is one kernel alone.
BusyProfile profileOf(TimeRange window, const RibbonPart& part) {
    GpuTime time;
    time.window = {std::min(window.begin, part.arrival), std::max(window.end, part.end)};
    for (const TimeRange gap :
         {TimeRange{time.window.begin, part.arrival}, TimeRange{part.end, time.window.end}}) {
        if (gap.length() > Duration{}) {
            time.gaps.push_back(gap);
        }
    }
    time.communicationAlone = {{part.arrival, part.end}};
    return BusyProfile::build(std::move(time));
}

}  // namespace

RankChart chartOfRibbon(const RankChart& chart, std::uint32_t ribbon) {
    const RankRibbon& shown = chart.ribbons[ribbon];
    RankChart one;
    one.range = {shown.first, shown.end};
    one.gpuRange = one.range;
    one.labels = {chart.labels[shown.label]};
    one.groups = {std::string()};
    one.kinds = {std::string()};
    RankRibbon alone = shown;
    alone.firstPart = 0;
    alone.label = 0;
    alone.group = 0;
    alone.kind = 0;
    for (std::uint32_t at = 0; at < shown.partCount; ++at) {
        RibbonPart part = chart.parts[shown.firstPart + at];
        RankLane lane = chart.lanes[part.lane];
        lane.note = noteOf(shown, part);
        lane.isLate = shown.isLate && part.lane == shown.lastLane;
        lane.communication = profileOf(chart.range, part);
        alone.lastLane = part.lane == shown.lastLane ? at : alone.lastLane;
        part.lane = at;
        one.parts.push_back(part);
        one.lanes.push_back(std::move(lane));
    }
    one.ribbons = {alone};
    one.indexRibbons();
    return one;
}

void RankChart::indexRibbons() {
    longestOfBlock.assign((ribbons.size() + kRibbonBlock - 1) / kRibbonBlock, Duration{});
    longest = {};
    for (std::size_t at = 0; at < ribbons.size(); ++at) {
        const Duration length = ribbons[at].end - ribbons[at].first;
        Duration& block = longestOfBlock[at / kRibbonBlock];
        block = std::max(block, length);
        longest = std::max(longest, length);
    }
}

}  // namespace gaplight
