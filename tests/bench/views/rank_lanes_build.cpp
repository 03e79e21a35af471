// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/views/rank_lanes_build.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "core/scene/display/text_measure.h"
#include "core/scene/ranks/rank_lanes_scene.h"
#include "tests/bench/timing/stopwatch.h"

namespace gaplight::bench {
namespace {

constexpr std::int64_t kPeriodNs = 100'000;  // of collectives
constexpr std::int64_t kArrivalStepNs = 300;
constexpr std::int64_t kTransferNs = 30'000;
constexpr int kRankLanesBuilds = 20;

TimeRange madeRange(std::int64_t begin, std::int64_t end) {
    return {timeFromNs(begin), timeFromNs(end)};
}

RankLane madeLane(std::size_t rank, std::size_t ranks, std::size_t collectives) {
    const auto window = madeRange(0, kPeriodNs * static_cast<std::int64_t>(collectives));
    GpuTime gpu{{}, window, {}, {}, {}, {}};
    GpuTime communication{{}, window, {}, {}, {}, {}};
    const std::int64_t last = kArrivalStepNs * static_cast<std::int64_t>(ranks - 1);
    for (std::size_t at = 0; at < collectives; ++at) {
        const std::int64_t begin = kPeriodNs * static_cast<std::int64_t>(at);
        const std::int64_t arrival = begin + kArrivalStepNs * static_cast<std::int64_t>(rank);
        if (arrival < begin + last) {
            gpu.gaps.push_back(madeRange(arrival, begin + last));
            gpu.gapColors.emplace_back(Role::IdleRank);
        }
        gpu.communicationAlone.push_back(madeRange(begin + last, begin + last + kTransferNs));
        communication.communicationAlone.push_back(madeRange(arrival, begin + last + kTransferNs));
    }
    RankLane lane;
    lane.label = "rank " + std::to_string(rank);
    lane.gpu = BusyProfile::build(std::move(gpu));
    lane.communication = BusyProfile::build(std::move(communication));
    return lane;
}

RankChart madeChart(std::size_t ranks, std::size_t collectives) {
    RankChart chart;
    chart.range = madeRange(0, kPeriodNs * static_cast<std::int64_t>(collectives));
    chart.gpuRange = chart.range;
    chart.labels = {"allreduce 4 MB"};
    chart.groups = {"0"};
    for (std::size_t rank = 0; rank < ranks; ++rank) {
        chart.lanes.push_back(madeLane(rank, ranks, collectives));
    }
    const std::int64_t last = kArrivalStepNs * static_cast<std::int64_t>(ranks - 1);
    for (std::size_t at = 0; at < collectives; ++at) {
        const std::int64_t begin = kPeriodNs * static_cast<std::int64_t>(at);
        RankRibbon ribbon;
        ribbon.first = timeFromNs(begin);
        ribbon.last = timeFromNs(begin + last);
        ribbon.end = timeFromNs(begin + last + kTransferNs);
        ribbon.firstPart = static_cast<std::uint32_t>(chart.parts.size());
        ribbon.partCount = static_cast<std::uint32_t>(ranks);
        ribbon.lastLane = static_cast<std::uint32_t>(ranks - 1);
        ribbon.isLate = at % 8 == 0;
        for (std::size_t rank = 0; rank < ranks; ++rank) {
            chart.parts.push_back(
                {static_cast<std::uint32_t>(rank),
                 timeFromNs(begin + kArrivalStepNs * static_cast<std::int64_t>(rank)), ribbon.end});
        }
        chart.ribbons.push_back(ribbon);
    }
    chart.indexRibbons();
    return chart;
}

}  // namespace

std::vector<RankLanesBuild> rankLanesBuilds(std::size_t ranks, std::size_t collectives) {
    const RankChart chart = madeChart(ranks, collectives);
    const InterTextMeasure measure;
    std::vector<RankLanesBuild> builds;
    DisplayList list;
    for (const std::int64_t part : {1, 64, 4096}) {
        RankLanesInput input{chart, chart.range.begin};
        input.width = 1600;
        input.height = 576;
        input.nsPerPixel = static_cast<double>(ns(chart.range.length()) / part) /
                           static_cast<double>(input.width - input.namesWidth);
        RankLanesBuild build{part == 1 ? "whole run" : fmt::format("1/{} of it", part),
                             std::numeric_limits<double>::max(), 0};
        for (int repeat = 0; repeat < kRankLanesBuilds; ++repeat) {
            const double begin = threadSeconds();
            buildRankLanes(input, measure, list);
            build.milliseconds = std::min(build.milliseconds, (threadSeconds() - begin) * 1000);
        }
        build.items =
            list.rects.size() + list.hatches.size() + list.polygons.size() + list.texts.size();
        builds.push_back(std::move(build));
    }
    return builds;
}

}  // namespace gaplight::bench
