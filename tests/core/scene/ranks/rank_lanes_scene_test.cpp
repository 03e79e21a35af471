// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/ranks/rank_lanes_scene.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/checks/fixed_text_measure.h"
#include "tests/support/checks/golden.h"

namespace gaplight {
namespace {

TimeRange spanOf(std::int64_t begin, std::int64_t end) {
    return {timeFromNs(begin), timeFromNs(end)};
}

RankLane lane(int rank, std::int64_t arrival) {
    RankLane lane;
    lane.label = "rank " + std::to_string(rank);
    GpuTime time{{}, spanOf(0, 10'000), {spanOf(1'000, 2'000)}, {Role::IdleData}, {}, {}};
    if (arrival < 6'000) {
        time.gaps.push_back(spanOf(arrival, 6'000));
        time.gapColors.emplace_back(Role::IdleRank);
    }
    time.communicationAlone = {spanOf(6'000, 8'000)};
    lane.gpu = BusyProfile::build(std::move(time));
    GpuTime calls{{}, spanOf(0, 10'000), {spanOf(0, arrival), spanOf(8'000, 10'000)}, {}, {}, {}};
    calls.communicationAlone = {spanOf(arrival, 8'000)};
    lane.communication = BusyProfile::build(std::move(calls));
    return lane;
}

// Ranks 0 and 2 wait for rank 1; a fourth has no clock. A second collective is a pixel wide.
RankChart chart() {
    RankChart made;
    made.range = spanOf(0, 10'000);
    made.gpuRange = made.range;
    made.lanes = {lane(0, 3'000), lane(1, 6'000), lane(2, 5'000)};
    made.lanes[0].note = "waits 3 µs";
    made.lanes[1].note = "late in 1";
    made.lanes[1].isLate = true;
    RankLane apart;
    apart.label = "rank 3";
    apart.apart = "no collective in common";
    made.lanes.push_back(apart);
    made.labels = {"allreduce 4 MB", "barrier"};
    made.groups = {"0", "1"};
    made.parts = {{0, timeFromNs(3'000), timeFromNs(8'000)},
                  {1, timeFromNs(6'000), timeFromNs(8'000)},
                  {2, timeFromNs(5'000), timeFromNs(8'000)},
                  {0, timeFromNs(9'000), timeFromNs(9'010)},
                  {2, timeFromNs(9'000), timeFromNs(9'010)}};
    RankRibbon wide;
    wide.first = timeFromNs(3'000);
    wide.last = timeFromNs(6'000);
    wide.end = timeFromNs(8'000);
    wide.partCount = 3;
    wide.lastLane = 1;
    wide.lead = Duration(1'000);
    wide.isLate = true;
    RankRibbon narrow;
    narrow.first = timeFromNs(9'000);
    narrow.last = narrow.first;
    narrow.end = timeFromNs(9'010);
    narrow.firstPart = 3;
    narrow.partCount = 2;
    narrow.label = 1;
    narrow.group = 1;
    made.ribbons = {wide, narrow};
    made.indexRibbons();
    return made;
}

RankLanesInput inputOf(const RankChart& chart, float height) {
    RankLanesInput input{chart, timeFromNs(0)};
    input.nsPerPixel = 10;
    input.width = 1'220;
    input.height = height;
    return input;
}

std::string drawn(const RankLanesInput& input) {
    DisplayList list;
    buildRankLanes(input, test::FixedTextMeasure(), list);
    return list.dump();
}

TEST(RankLanesScene, JoinsACollectiveAndMarksTheLateRank) {
    const RankChart all = chart();
    RankLanesInput input = inputOf(all, fullRankLanesHeight(4));
    input.current = 1;
    EXPECT_TRUE(test::matchesGolden("scene/rank_lanes.txt", drawn(input)));
}

TEST(RankLanesScene, LowLanesHaveAStripAlone) {
    const RankChart all = chart();
    RankLanesInput input = inputOf(all, 60);
    input.hovered = 0;
    EXPECT_TRUE(test::matchesGolden("scene/rank_lanes_low.txt", drawn(input)));
}

TEST(RankLanesScene, OfManyLanesTheCurrentAndTheLateOneAreNamed) {
    RankChart many;
    many.range = spanOf(0, 10'000);
    for (int rank = 0; rank < 64; ++rank) {
        many.lanes.push_back(lane(rank, 3'000));
        many.lanes.back().isLate = rank == 37;
    }
    RankLanesInput input = inputOf(many, 300);  // less than 5 px for each
    input.current = 10;
    const std::string list = drawn(input);
    for (const char* name : {"\"rank 0\"", "\"rank 10\"", "\"rank 37\" unhealthy"}) {
        EXPECT_NE(list.find(name), std::string::npos) << name;
    }
    for (const char* name : {"\"rank 9\"", "\"rank 36\"", "\"rank 38\""}) {
        EXPECT_EQ(list.find(name), std::string::npos) << name;
    }
}

TEST(RankLanesScene, OutlinesTheSelectedCollective) {
    const RankChart all = chart();
    RankLanesInput input = inputOf(all, fullRankLanesHeight(4));
    const std::string before = drawn(input);
    input.selected = 0;
    input.cursor = timeFromNs(500);
    EXPECT_TRUE(test::matchesGolden("scene/rank_lanes_selected.txt", drawn(input)));
    EXPECT_NE(drawn(input), before);
}

// A replay without the late rank's delay: all compute and communicate earlier.
std::vector<PredictedLane> predictedLanes() {
    std::vector<PredictedLane> lanes;
    for (int rank = 0; rank < 3; ++rank) {
        GpuTime work{{}, spanOf(0, 7'000), {spanOf(1'000, 2'000), spanOf(4'000, 6'000)}, {}, {},
                     {}};
        lanes.push_back({{spanOf(4'000, 6'000), spanOf(6'500, 6'510)},
                         BusyProfile::build(std::move(work)),
                         timeFromNs(7'000)});
    }
    return lanes;
}

TEST(RankLanesScene, PredictsTheWorkOfAllRanks) {
    const RankChart all = chart();
    const std::vector<PredictedLane> predicted = predictedLanes();
    RankLanesInput input = inputOf(all, fullRankLanesHeight(4));
    input.predicted = predicted;
    EXPECT_TRUE(test::matchesGolden("scene/rank_lanes_predicted.txt", drawn(input)));
}

// Low lanes have no room for work of two runs; what waits for others still moves.
TEST(RankLanesScene, LowLanesPredictCommunicationAlone) {
    const RankChart all = chart();
    const std::vector<PredictedLane> predicted = predictedLanes();
    RankLanesInput input = inputOf(all, 30);
    DisplayList list;
    buildRankLanes(input, test::FixedTextMeasure(), list);
    const auto count = [&](Role role) {
        return std::count_if(list.rects.begin(), list.rects.end(),
                             [role](const RectItem& rect) { return rect.color == role; });
    };
    const auto compute = count(Role::Compute);
    EXPECT_EQ(count(Role::Accent), 0);
    input.predicted = predicted;
    buildRankLanes(input, test::FixedTextMeasure(), list);
    EXPECT_EQ(count(Role::Compute), compute);
    EXPECT_EQ(count(Role::Accent), 9);  // two calls and an end of each rank
}

// No outline of a prediction is on the row that the labels of collectives and late ranks are on.
TEST(RankLanesScene, PredictionsLeaveTheLabelsFree) {
    const RankChart all = chart();
    const std::vector<PredictedLane> predicted = predictedLanes();
    for (const float height : {fullRankLanesHeight(4), fullRankLanesHeight(4) - 20}) {
        RankLanesInput input = inputOf(all, height);
        input.predicted = predicted;
        const LaneRows rows(input);
        ASSERT_TRUE(rows.isFull());
        DisplayList list;
        buildRankLanes(input, test::FixedTextMeasure(), list);
        for (const RectItem& rect : list.rects) {
            if (rect.layer != Layer::Overlays || rect.color != Role::Accent ||
                rect.box.width <= 2) {
                continue;
            }
            for (std::size_t lane = 0; lane < all.lanes.size(); ++lane) {
                EXPECT_FALSE(rect.box.y < rows.ribbonBottom(lane) &&
                             rect.box.y + rect.box.height > rows.ribbonTop(lane))
                    << rect.box.y;
            }
        }
    }
}

TEST(RankLanesScene, AHiddenGroupHasNoRibbons) {
    const RankChart all = chart();
    RankLanesInput input = inputOf(all, fullRankLanesHeight(4));
    input.shownGroups = {false, true};
    DisplayList list;
    buildRankLanes(input, test::FixedTextMeasure(), list);
    EXPECT_TRUE(list.polygons.empty());
    input.shownGroups = {true, false};
    buildRankLanes(input, test::FixedTextMeasure(), list);
    EXPECT_FALSE(list.polygons.empty());
}

TEST(RankLanesScene, HitsWhatItDraws) {
    const RankChart all = chart();
    const RankLanesInput input = inputOf(all, fullRankLanesHeight(4));
    const float communication = 4 + 16 + 2 + 6;  // in the middle of the first lane's row
    EXPECT_EQ(hitTestRankLanes(input, 220 + 400, communication).ribbon, 0U);
    EXPECT_EQ(hitTestRankLanes(input, 220 + 400, communication).lane, 0U);
    EXPECT_FALSE(hitTestRankLanes(input, 220 + 200, communication).ribbon);
    // The late rank's part begins where it arrives, and the ribbon narrows on the way there.
    EXPECT_FALSE(hitTestRankLanes(input, 220 + 400, communication + 38).ribbon);
    EXPECT_EQ(hitTestRankLanes(input, 220 + 700, communication + 38).ribbon, 0U);
    EXPECT_EQ(hitTestRankLanes(input, 220 + 560, communication + 19).ribbon, 0U);
    EXPECT_FALSE(hitTestRankLanes(input, 220 + 320, communication + 19).ribbon);
    const RankLanesHit name = hitTestRankLanes(input, 50, communication + 76);
    EXPECT_TRUE(name.isName);
    EXPECT_EQ(name.lane, 2U);
    EXPECT_EQ(hitTestRankLanes(input, 220 + 250, 1).time, timeFromNs(2'500));
    // Too narrow to see.
    EXPECT_FALSE(hitTestRankLanes(input, 220 + 900, communication).ribbon);
}

TEST(RankLanesScene, ANarrowCollectiveIsARibbonFromNearby) {
    const RankChart all = chart();
    RankLanesInput input = inputOf(all, fullRankLanesHeight(4));
    input.begin = timeFromNs(8'990);
    input.nsPerPixel = 1;
    EXPECT_EQ(hitTestRankLanes(input, 220 + 15, 4 + 16 + 2 + 6).ribbon, 1U);
}

}  // namespace
}  // namespace gaplight
