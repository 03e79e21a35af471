// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/base/intervals.h"

#include <algorithm>
#include <random>
#include <vector>

#include <gtest/gtest.h>

namespace gaplight {
namespace {

TimeRange range(std::int64_t begin, std::int64_t end) {
    return {timeFromNs(begin), timeFromNs(end)};
}

TEST(RunningUnion, NothingYet) {
    const RunningUnion covered;
    EXPECT_EQ(covered.length(), Duration(0));
    EXPECT_EQ(covered.window().length(), Duration(0));
}

TEST(RunningUnion, OverlappingTouchingAndApart) {
    RunningUnion covered;
    EXPECT_FALSE(covered.add(range(10, 20)));
    EXPECT_FALSE(covered.add(range(15, 18)));
    EXPECT_FALSE(covered.add(range(20, 30)));
    EXPECT_EQ(covered.add(range(35, 40)), range(30, 35));
    EXPECT_EQ(covered.length(), Duration(25));
    EXPECT_EQ(covered.window(), range(10, 40));
}

TEST(RunningUnion, AnEmptyRangeEndsAHoleAndCoversNothing) {
    RunningUnion covered;
    covered.add(range(0, 10));
    EXPECT_EQ(covered.add(range(15, 15)), range(10, 15));
    EXPECT_EQ(covered.add(range(20, 30)), range(15, 20));
    EXPECT_EQ(covered.length(), Duration(20));
}

// Against marking every nanosecond.
TEST(RunningUnion, LengthAndHolesAddUpToTheWindow) {
    std::mt19937 random(20260101);
    for (int round = 0; round < 200; ++round) {
        std::vector<TimeRange> ranges;
        for (int i = 0; i < 30; ++i) {
            const auto begin = static_cast<std::int64_t>(random() % 300);
            ranges.push_back(range(begin, begin + static_cast<std::int64_t>(random() % 12)));
        }
        std::sort(ranges.begin(), ranges.end(),
                  [](const TimeRange& a, const TimeRange& b) { return a.begin < b.begin; });
        std::vector<bool> marked(400);
        RunningUnion covered;
        Duration holes{};
        for (const TimeRange& one : ranges) {
            if (const auto hole = covered.add(one)) {
                holes += hole->length();
            }
            std::fill(marked.begin() + ns(one.begin), marked.begin() + ns(one.end), true);
        }
        EXPECT_EQ(covered.length().count(), std::count(marked.begin(), marked.end(), true));
        EXPECT_EQ(covered.length() + holes, covered.window().length());
    }
}

TEST(MergedRanges, KeepsWhatIsCoveredOnce) {
    MergedRanges covered;
    EXPECT_FALSE(covered.overlaps(range(0, 100)));
    covered.add(range(10, 20));
    covered.add(range(15, 18));
    covered.add(range(20, 30));
    covered.add(range(40, 50));
    EXPECT_EQ(covered.ranges(), (std::vector<TimeRange>{range(10, 30), range(40, 50)}));
    EXPECT_EQ(covered.length(), Duration(30));
    EXPECT_EQ(covered.uncovered(range(0, 60)), Duration(30));
    EXPECT_EQ(covered.uncovered(range(25, 45)), Duration(10));
    EXPECT_TRUE(covered.overlaps(range(29, 31)));
    EXPECT_FALSE(covered.overlaps(range(30, 40)));
}

TEST(RangesOutside, IsWhatNoRemovedRangeCovers) {
    EXPECT_EQ(rangesOutside({range(0, 10), range(20, 30), range(40, 50)},
                            {range(2, 4), range(8, 22), range(25, 45), range(60, 70)}),
              (std::vector<TimeRange>{range(0, 2), range(4, 8), range(22, 25), range(45, 50)}));
    EXPECT_EQ(rangesOutside({range(0, 10)}, {}), (std::vector<TimeRange>{range(0, 10)}));
    EXPECT_TRUE(rangesOutside({range(0, 10), range(12, 14)}, {range(0, 20)}).empty());
}

TEST(CommonPart, IsEmptyAtTheLaterStartWhereRangesAreApart) {
    EXPECT_EQ(commonPart(range(0, 20), range(10, 30)), range(10, 20));
    EXPECT_EQ(commonPart(range(0, 10), range(20, 30)), range(20, 20));
}

}  // namespace
}  // namespace gaplight
