// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/ranks/pipeline_chart.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <utility>

#include "core/base/duration_text.h"
#include "core/base/quantity_text.h"

namespace gaplight {
namespace {

std::string noteOf(const StageStep& stage) {
    if (stage.range.length() <= Duration{}) {
        return "no message in this step";
    }
    return "bubbles " + durationText(stage.bubble) + ", " +
           percentText(stage.bubble, stage.range.length());
}

// A ribbon of `all` with its parts in the lanes of the stages, by lane.
void addMessage(const RankChart& all, std::size_t at,
                const std::map<std::size_t, std::uint32_t>& laneOf, RankChart& chart) {
    RankRibbon ribbon = all.ribbons[at];
    const std::uint32_t first = ribbon.firstPart;
    ribbon.firstPart = static_cast<std::uint32_t>(chart.parts.size());
    for (std::uint32_t part = 0; part < ribbon.partCount; ++part) {
        RibbonPart moved = all.parts[first + part];
        moved.lane = laneOf.at(moved.lane);
        chart.parts.push_back(moved);
    }
    std::sort(chart.parts.begin() + ribbon.firstPart, chart.parts.end(),
              [](const RibbonPart& a, const RibbonPart& b) { return a.lane < b.lane; });
    ribbon.lastLane = laneOf.at(ribbon.lastLane);
    ribbon.group = 0;
    ribbon.kind = 0;
    chart.ribbons.push_back(ribbon);
}

}  // namespace

RankChart chartOfPipeline(const RankSet& set, const RankChart& all, const PipelineTimes& pipeline,
                          std::size_t step) {
    const PipelineStep& shown = pipeline.steps[step];
    RankChart chart;
    chart.range = shown.range;
    chart.gpuRange = shown.range;
    chart.labels = all.labels;
    chart.groups = {std::string()};
    chart.kinds = {std::string()};
    std::map<std::size_t, std::uint32_t> laneOf;  // by position in the set
    const std::size_t heaviest = pipeline.heaviest();
    for (std::size_t stage = 0; stage < pipeline.stages.size(); ++stage) {
        const std::size_t rank = pipeline.stages[stage].rank;
        laneOf[rank] = static_cast<std::uint32_t>(stage);
        RankLane lane = all.lanes[rank];
        lane.label = "stage " + std::to_string(stage) + " · " + lane.label;
        lane.note = noteOf(shown.stages[stage]);
        lane.isLate = stage == heaviest && pipeline.imbalance().value_or(1) >= 1.1;
        chart.lanes.push_back(std::move(lane));
    }
    for (std::size_t at = 0; at < all.ribbons.size(); ++at) {
        const JointCollective& joint = set.analysis.collectives[at];
        if (joint.isSendReceive && laneOf.count(joint.sender) > 0 &&
            all.ribbons[at].end >= shown.range.begin && all.ribbons[at].first <= shown.range.end) {
            addMessage(all, at, laneOf, chart);
        }
    }
    chart.indexRibbons();
    return chart;
}

}  // namespace gaplight
