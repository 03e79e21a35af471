// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/index/level_of_detail.h"

#include <algorithm>
#include <limits>
#include <random>

#include <gtest/gtest.h>

#include "tests/core/index/row_fixture.h"

namespace gaplight {
namespace {

using test::randomRow;
using test::traceOf;

struct SeenRun : DetailRun {
    std::size_t longest = 0;  // position in the row
};

std::vector<SeenRun> runsOf(const Row& row, TimeRange range, int shift) {
    std::vector<SeenRun> runs;
    RunWalk walk(row, range, shift);
    DetailRun run;
    while (walk.next(run)) {
        runs.push_back({run, walk.longestOf(run)});
    }
    return runs;
}

// The contract, slice by slice, without any search: O(n).
void expectContract(const Row& row, const std::vector<SeenRun>& runs, int shift, std::size_t first,
                    std::size_t last) {
    const std::int64_t slack = std::max<std::int64_t>(1, (std::int64_t{1} << shift) / 256);
    std::size_t position = first;
    for (const SeenRun& run : runs) {
        ASSERT_LT(position, last) << "more runs than slices";
        const Duration duration = row.duration(run.longest);
        EXPECT_EQ(run.name, row.name(run.longest));
        EXPECT_EQ(run.wide, ns(duration) >= (std::int64_t{1} << shift));
        if (run.wide) {
            ASSERT_EQ(run.longest, position) << "a slice of a bucket or more has lost its run";
        }
        const std::int64_t bucket = bucketOf(ns(row.start(position)), shift);
        std::int64_t end = 0;
        std::size_t begin = position;
        do {
            EXPECT_LE(row.duration(position), duration) << "not the longest";
            end = std::max(end, ns(row.end(position)));
            ++position;
        } while (!run.wide && position < last &&
                 bucketOf(ns(row.start(position)), shift) == bucket &&
                 ns(row.duration(position)) < (std::int64_t{1} << shift));
        EXPECT_GE(run.longest, begin);
        EXPECT_LT(run.longest, position);
        // What it stands for lies inside its extent, which is at most rounded outwards.
        EXPECT_LE(run.beginNs, ns(row.start(begin)));
        EXPECT_GE(run.beginNs, ns(row.start(begin)) - slack);
        EXPECT_GE(run.endNs, ns(row.end(position - 1)));
        EXPECT_LE(run.endNs, ns(row.end(position - 1)) + slack);
    }
    EXPECT_EQ(position, last) << "slices without a run";
}

class LevelOfDetail : public ::testing::TestWithParam<std::int64_t> {};

TEST_P(LevelOfDetail, KeepsItsContractAtEveryZoom) {
    for (const std::size_t count : {std::size_t{300}, std::size_t{60'000}}) {
        const auto slices = randomRow(count + 1, GetParam(), count);
        const auto trace = traceOf(slices);
        ASSERT_EQ(trace->tracks()[0].rows, 1);
        const RowIndex index = RowIndex::build(*trace);
        const Row row = index.row(*trace, TrackId(std::size_t{0}), 0);
        EXPECT_EQ(row.detailLevels().empty(), count < 1024);
        for (int shift = 0; shift < 40; ++shift) {
            SCOPED_TRACE("shift " + std::to_string(shift));
            // The range is half-open: a slice of length 0 at its end lies outside.
            const TimeRange all{trace->range().begin, trace->range().end + Duration(1)};
            expectContract(row, runsOf(row, all, shift), shift, 0, row.size());
            if (HasFailure()) {
                return;
            }
        }
    }
}

TEST_P(LevelOfDetail, DoesNotDependOnWhereTheViewBegins) {
    const auto trace = traceOf(randomRow(5, GetParam(), 20'000));
    const RowIndex index = RowIndex::build(*trace);
    const Row row = index.row(*trace, TrackId(std::size_t{0}), 0);
    std::mt19937_64 random(11);
    const std::int64_t length = ns(trace->range().length());
    for (int shift = 0; shift < 26; shift += 3) {
        const auto whole = runsOf(row, trace->range(), shift);
        for (int i = 0; i < 40; ++i) {
            const std::int64_t begin =
                ns(trace->range().begin) + static_cast<std::int64_t>(random() % length);
            const TimeRange view{timeFromNs(begin), timeFromNs(begin + length / 50)};
            const auto part = runsOf(row, view, shift);
            std::vector<std::size_t> expected;
            for (const SeenRun& run : whole) {
                if (run.beginNs < ns(view.end) && run.endNs > ns(view.begin)) {
                    expected.push_back(run.longest);
                }
            }
            std::vector<std::size_t> seen;
            for (const SeenRun& run : part) {
                if (run.beginNs < ns(view.end) && run.endNs > ns(view.begin)) {
                    seen.push_back(run.longest);
                }
            }
            ASSERT_EQ(seen, expected) << "shift " << shift;
        }
    }
}

// The profiler's clock may count from boot or from 1970, and a file may be in the far past.
INSTANTIATE_TEST_SUITE_P(Origins, LevelOfDetail,
                         ::testing::Values(0, 1'000'000'000'000'000'000, -5'000'000'007));

TEST(LevelOfDetail, AWideSliceBreaksACrowdedBucket) {
    // Three tiny slices and, in the same bucket of 64 ns, the start of one of 200 ns.
    const auto trace = traceOf({{0, 2}, {10, 5}, {20, 3}, {30, 200}, {300, 1}});
    const RowIndex index = RowIndex::build(*trace);
    const Row row = index.row(*trace, TrackId(std::size_t{0}), 0);
    const auto runs = runsOf(row, trace->range(), 6);
    ASSERT_EQ(runs.size(), 3U);
    EXPECT_EQ(runs[0].longest, 1U);
    EXPECT_EQ(runs[0].endNs, 23);
    EXPECT_FALSE(runs[0].wide);
    EXPECT_EQ(runs[1].longest, 3U);
    EXPECT_TRUE(runs[1].wide);
    EXPECT_EQ(runs[2].longest, 4U);
}

TEST(LevelOfDetail, FindsTheLongestThatAMarkStandsFor) {
    const auto trace = traceOf(randomRow(9, 77, 20'000));
    const RowIndex index = RowIndex::build(*trace);
    const Row row = index.row(*trace, TrackId(std::size_t{0}), 0);
    ASSERT_FALSE(row.detailLevels().empty());
    for (const DetailLevel& level : row.detailLevels()) {
        const TimeRange all{trace->range().begin, trace->range().end + Duration(1)};
        const auto runs = runsOf(row, all, level.shift);
        ASSERT_EQ(runs.size(), level.samples.size());
        for (std::size_t i = 0; i < runs.size(); ++i) {
            ASSERT_EQ(longestOf(row, level, level.samples[i]), runs[i].longest);
            ASSERT_EQ(level.firstFrom(runs[i].beginNs), i);
        }
    }
}

TEST_P(LevelOfDetail, KeepsItsContractWherePartsOfARowMeet) {
    const auto trace = traceOf(test::longRowBelowAnother(6, GetParam()));
    const RowIndex index = RowIndex::build(*trace);
    const Row row = index.row(*trace, TrackId(std::size_t{0}), 1);
    ASSERT_FALSE(row.detailLevels().empty());
    const TimeRange all{trace->range().begin, trace->range().end + Duration(1)};
    for (const DetailLevel& level : row.detailLevels()) {
        SCOPED_TRACE("shift " + std::to_string(level.shift));
        expectContract(row, runsOf(row, all, level.shift), level.shift, 0, row.size());
        ASSERT_FALSE(HasFailure());
    }
}

// Slices of 1 ns, one for every 2 ns, so that a bucket has some wherever parts meet.
TEST(LevelOfDetail, ARunOfTwoPartsIsOneSample) {
    std::vector<test::TimedSlice> slices;
    for (std::int64_t start = 10; slices.size() < 600'000; start += 2) {
        slices.push_back({start, 1});
    }
    const auto trace = traceOf(slices);
    const RowIndex index = RowIndex::build(*trace);
    const Row row = index.row(*trace, TrackId(std::size_t{0}), 0);
    ASSERT_FALSE(row.detailLevels().empty());
    for (const DetailLevel& level : row.detailLevels()) {
        const std::int64_t buckets = bucketOf(slices.back().start, level.shift) -
                                     bucketOf(slices.front().start, level.shift) + 1;
        EXPECT_EQ(level.samples.size(), static_cast<std::size_t>(buckets));
    }
}

// Slices that need more than kMaxNesting rows share the last one, where they overlap: short ones
// may start in the bucket of a long one before them.
TEST(LevelOfDetail, HasNoMoreSamplesThanPlannedWhereSlicesOverlap) {
    std::vector<test::TimedSlice> slices;
    constexpr std::int64_t kOpen = 10'000'000;  // ns
    for (std::int64_t start = 0; start < 4200; ++start) {
        slices.push_back({start, kOpen});
    }
    for (std::int64_t at = 0; at < 8000; ++at) {
        slices.push_back({5000 + 2 * at, at % 40 == 0 ? 40'000 : 1000});
    }
    const auto trace = traceOf(slices);
    const RowIndex index = RowIndex::build(*trace);
    const Row row = index.row(*trace, TrackId(std::size_t{0}),
                              static_cast<std::uint16_t>(trace->tracks()[0].rows - 1));
    ASSERT_GE(row.size(), 8000U);
    ASSERT_FALSE(row.detailLevels().empty());
    for (const DetailLevel& level : row.detailLevels()) {
        EXPECT_LE(level.samples.size(), row.size() / 32);
    }
}

TEST(LevelOfDetail, GivesNothingForAnEmptyInterval) {
    const auto trace = traceOf({{0, 10}, {1000, 10}});
    const RowIndex index = RowIndex::build(*trace);
    const Row row = index.row(*trace, TrackId(std::size_t{0}), 0);
    EXPECT_TRUE(runsOf(row, {timeFromNs(64), timeFromNs(960)}, 4).empty());
    EXPECT_EQ(runsOf(row, {timeFromNs(5), timeFromNs(6)}, 0).size(), 1U);
    EXPECT_TRUE(runsOf(row, {timeFromNs(2000), timeFromNs(3000)}, 4).empty());
}

TEST(LevelOfDetail, RunsAreBoundedByBucketsNotBySlices) {
    const auto trace = traceOf(randomRow(3, 0, 200'000));
    const RowIndex index = RowIndex::build(*trace);
    const Row row = index.row(*trace, TrackId(std::size_t{0}), 0);
    int shift = 0;
    while ((ns(trace->range().length()) >> shift) > 1000) {
        ++shift;
    }
    EXPECT_LE(runsOf(row, trace->range(), shift).size(), 2002U);
}

TEST(LevelOfDetail, RoundsDurationsDown) {
    for (const std::int64_t value :
         {std::int64_t{0}, std::int64_t{1}, std::int64_t{16777217}, (std::int64_t{1} << 40) - 1,
          std::int64_t{1} << 40, std::numeric_limits<std::int64_t>::max()}) {
        const float rounded = durationRoundedDown(Duration(value));
        EXPECT_LE(static_cast<long double>(rounded), static_cast<long double>(value));
        EXPECT_GE(static_cast<double>(rounded), static_cast<double>(value) * 0.9999);
    }
    EXPECT_LT(durationRoundedDown(Duration((std::int64_t{1} << 40) - 1)), 0x1p40F);
    EXPECT_EQ(durationRoundedDown(Duration(std::int64_t{1} << 40)), 0x1p40F);
}

}  // namespace
}  // namespace gaplight
