// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/figure/ranks_figure_scene.h"

#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/checks/fixed_text_measure.h"
#include "tests/support/checks/golden.h"

namespace gaplight {
namespace {

TimeRange figureSpan(std::int64_t begin, std::int64_t end) {
    return {timeFromNs(begin), timeFromNs(end)};
}

// Four ranks that compute all the time. Ranks 1 to 3 have a collective, into which rank 2 is late;
// ranks 0 and 1 had an earlier one.
RankChart exampleChart() {
    RankChart made;
    made.range = figureSpan(0, 100'000);
    made.gpuRange = made.range;
    for (int rank = 0; rank < 4; ++rank) {
        RankLane lane;
        lane.label = "rank " + std::to_string(rank);
        lane.isLate = rank == 1;
        GpuTime time;
        time.window = made.range;
        lane.gpu = BusyProfile::build(std::move(time));
        made.lanes.push_back(std::move(lane));
    }
    made.labels = {"barrier", "allreduce 4 MB"};
    made.groups = {"0", "1"};
    made.parts = {{0, timeFromNs(1'000), timeFromNs(2'000)},
                  {1, timeFromNs(1'000), timeFromNs(2'000)},
                  {1, timeFromNs(30'000), timeFromNs(80'000)},
                  {2, timeFromNs(60'000), timeFromNs(80'000)},
                  {3, timeFromNs(40'000), timeFromNs(50'000)}};
    RankRibbon first{timeFromNs(1'000), timeFromNs(1'000), timeFromNs(2'000), 0, 2, 1, 0, 0, {}};
    RankRibbon late{timeFromNs(30'000), timeFromNs(60'000), timeFromNs(80'000), 2, 3, 2, 1, 1, {}};
    late.lead = Duration(20'000);
    late.isLate = true;
    made.ribbons = {first, late};
    made.indexRibbons();
    return made;
}

Result<Figure> figureOf(float height) {
    FigureTexts texts;
    texts.title = "allreduce of 4 MB";
    texts.subtitle = "rank 2 arrives last";
    texts.caption = "a caption";
    texts.provenance = {"3 ranks"};
    const RankChart one = chartOfRibbon(exampleChart(), 1);
    return buildRanksFigure({one, texts, "first arrival", 600, height}, test::FixedTextMeasure());
}

TEST(ChartOfRibbon, HasTheLanesThatTakePartAndWhatTheyDo) {
    const RankChart one = chartOfRibbon(exampleChart(), 1);
    ASSERT_EQ(one.lanes.size(), 3U);
    EXPECT_EQ(one.lanes[0].label, "rank 1");
    EXPECT_EQ(one.lanes[0].note, "waits 30.0 µs");
    EXPECT_FALSE(one.lanes[0].isLate) << "late into another one";
    EXPECT_EQ(one.lanes[1].note, "late by 20.0 µs");
    EXPECT_TRUE(one.lanes[1].isLate);
    EXPECT_EQ(one.lanes[2].note, "waits 10.0 µs") << "it left before the last one arrived";
    EXPECT_EQ(one.ribbons.front().lastLane, 1U);
    // The earlier collective of rank 1 is not drawn.
    EXPECT_EQ(one.lanes[0].communication.busyWithin(figureSpan(0, 100'000)), Duration(50'000));
}

TEST(RanksFigureScene, ShowsEachRankFromArrivalToEnd) {
    const Result<Figure> figure = figureOf(0);
    ASSERT_TRUE(figure);
    EXPECT_TRUE(test::matchesGolden("scene/ranks_figure.txt", figure->list.dump()));
    ASSERT_EQ(figure->tracks.size(), 3U);
    EXPECT_EQ(figure->tracks[1].name, "rank 2");
}

TEST(RanksFigureScene, HasTheHeightRequestedOrSaysWhichItNeeds) {
    const float high = figureOf(0)->list.height;
    const Result<Figure> lower = figureOf(high - 60);
    ASSERT_TRUE(lower);
    EXPECT_EQ(lower->list.height, high - 60);
    EXPECT_FALSE(figureOf(60));
}

}  // namespace
}  // namespace gaplight
