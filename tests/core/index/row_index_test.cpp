// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/index/row_index.h"

#include <random>

#include <gtest/gtest.h>

#include "tests/core/index/row_fixture.h"

namespace gaplight {
namespace {

using test::randomRow;
using test::TimedSlice;
using test::traceOf;

TEST(RowIndex, HoldsTheSlicesOfEachRowByStart) {
    // A parent with two children, one of them with a child, then a second parent.
    const auto trace = traceOf({{0, 100}, {10, 20}, {40, 50}, {50, 10}, {200, 5}});
    const RowIndex index = RowIndex::build(*trace);
    const auto startsOf = [&](std::uint16_t number) {
        const Row row = index.row(*trace, TrackId(std::size_t{0}), number);
        std::vector<std::int64_t> starts;
        for (std::size_t i = 0; i < row.size(); ++i) {
            starts.push_back(ns(row.start(i)));
            EXPECT_EQ(row.positionOf(row.slice(i)), i);
            EXPECT_EQ(trace->slices().row(row.slice(i)), number);
        }
        return starts;
    };
    ASSERT_EQ(trace->tracks()[0].rows, 3);
    EXPECT_EQ(startsOf(0), (std::vector<std::int64_t>{0, 200}));
    EXPECT_EQ(startsOf(1), (std::vector<std::int64_t>{10, 40}));
    EXPECT_EQ(startsOf(2), (std::vector<std::int64_t>{50}));
}

TEST(RowIndex, FindsTheFirstSliceFromATime) {
    const auto trace = traceOf({{10, 5}, {20, 5}, {30, 5}, {40, 5}});
    const RowIndex index = RowIndex::build(*trace);
    const Row row = index.row(*trace, TrackId(std::size_t{0}), 0);
    EXPECT_EQ(row.firstFrom(timeFromNs(-5)), 0U);
    EXPECT_EQ(row.firstFrom(timeFromNs(20)), 1U);
    EXPECT_EQ(row.firstFrom(timeFromNs(21)), 2U);
    EXPECT_EQ(row.firstFrom(timeFromNs(41)), 4U);
    for (std::size_t from = 0; from < row.size(); ++from) {
        for (std::int64_t time = ns(row.start(from)); time < 50; ++time) {
            EXPECT_EQ(row.firstFrom(timeFromNs(time), from), row.firstFrom(timeFromNs(time)));
        }
    }
}

TEST(RowIndex, FindsTheLongestOfAnyRun) {
    std::mt19937_64 random(7);
    std::vector<TimedSlice> slices;
    std::int64_t time = 0;
    for (int i = 0; i < 70'000; ++i) {
        const auto duration = static_cast<std::int64_t>(random() % 1000);
        slices.push_back({time, duration});
        time += duration + 1;
    }
    const auto trace = traceOf(slices);
    const RowIndex index = RowIndex::build(*trace);
    const Row row = index.row(*trace, TrackId(std::size_t{0}), 0);
    for (int i = 0; i < 300; ++i) {
        const std::size_t first = random() % slices.size();
        const std::size_t length = random() % (i % 2 == 0 ? 200 : slices.size());
        const std::size_t last = std::min(slices.size(), first + 1 + length);
        std::size_t expected = first;
        for (std::size_t at = first; at < last; ++at) {
            expected = slices[at].duration > slices[expected].duration ? at : expected;
        }
        EXPECT_EQ(row.longest(first, last), expected) << first << ".." << last;
    }
}

// A row of many slices is built in parts, which begin inside a block.
TEST(RowIndex, FindsTheLongestWherePartsOfARowMeet) {
    const std::vector<TimedSlice> slices = test::longRowBelowAnother(8, 40);
    const auto trace = traceOf(slices);
    const RowIndex index = RowIndex::build(*trace);
    const Row row = index.row(*trace, TrackId(std::size_t{0}), 1);
    ASSERT_EQ(row.size() + 1, slices.size());
    std::mt19937_64 random(9);
    for (int i = 0; i < 4000; ++i) {
        const std::size_t first = random() % (row.size() - 200);
        const std::size_t last = first + 1 + random() % 200;
        std::size_t expected = first;
        for (std::size_t at = first; at < last; ++at) {
            expected = row.duration(at) > row.duration(expected) ? at : expected;
        }
        ASSERT_EQ(row.longest(first, last), expected) << first << ".." << last;
        ASSERT_EQ(row.slice(first), SliceId(first + 1));
    }
}

// What is built of a row does not depend on the rows beside it, nor on how far apart its slices
// lie.
TEST(RowIndex, ARowBelowAnotherIsBuiltLikeOneAlone) {
    std::vector<TimedSlice> slices = randomRow(5, 100, 20'000);
    const std::int64_t end = slices.back().start + slices.back().duration + 1;
    slices.push_back({end, 5'000'000'000});
    slices.push_back({end + 6'000'000'000, 7'000'000'000});
    const auto alone = traceOf(slices);
    slices.push_back({0, end + 20'000'000'000});  // around all
    const auto below = traceOf(slices);
    const RowIndex indexAlone = RowIndex::build(*alone);
    const RowIndex indexBelow = RowIndex::build(*below);
    const Row expected = indexAlone.row(*alone, TrackId(std::size_t{0}), 0);
    const Row row = indexBelow.row(*below, TrackId(std::size_t{0}), 1);
    ASSERT_EQ(row.size(), expected.size());
    for (std::size_t first = 0; first < row.size(); first += 101) {
        EXPECT_EQ(row.longest(first, row.size()), expected.longest(first, row.size()));
    }
    ASSERT_FALSE(row.detailLevels().empty());
    ASSERT_EQ(row.detailLevels().size(), expected.detailLevels().size());
    for (std::size_t at = 0; at < row.detailLevels().size(); ++at) {
        const DetailLevel& level = row.detailLevels()[at];
        const DetailLevel& other = expected.detailLevels()[at];
        EXPECT_EQ(level.shift, other.shift);
        EXPECT_EQ(level.originNs, other.originNs);
        ASSERT_EQ(level.samples.size(), other.samples.size());
        for (std::size_t sample = 0; sample < level.samples.size(); ++sample) {
            ASSERT_EQ(level.samples[sample].begin, other.samples[sample].begin);
            ASSERT_EQ(level.samples[sample].end, other.samples[sample].end);
            ASSERT_EQ(level.samples[sample].name, other.samples[sample].name);
            ASSERT_EQ(level.samples[sample].duration, other.samples[sample].duration);
        }
    }
}

TEST(RowIndex, TakesNoIdsForATrackOfOneRow) {
    std::vector<TimedSlice> slices;
    for (int i = 0; i < 100'000; ++i) {
        slices.push_back({i * 100, 50});
    }
    const auto trace = traceOf(slices);
    EXPECT_LE(RowIndex::build(*trace).memoryBytes(), slices.size() * 3);
}

}  // namespace
}  // namespace gaplight
