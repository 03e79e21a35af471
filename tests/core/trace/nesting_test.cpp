// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/trace/nesting.h"

#include <algorithm>
#include <random>

#include <gtest/gtest.h>

namespace gaplight {
namespace {

struct Interval {
    std::int64_t start;
    std::int64_t duration;
};

struct Nested {
    Nesting nesting;
    std::vector<std::uint16_t> rows;
    std::vector<SliceId> parents;
};

Nested nest(const std::vector<Interval>& intervals) {
    std::vector<Time> starts;
    std::vector<Duration> durations;
    for (const Interval& interval : intervals) {
        starts.push_back(timeFromNs(interval.start));
        durations.push_back(Duration(interval.duration));
    }
    Nested nested;
    nested.rows.resize(starts.size());
    nested.parents.resize(starts.size());
    nested.nesting = nestTrack(starts, DurationColumn(durations).all(), {}, SliceId(0), nested.rows,
                               nested.parents);
    return nested;
}

TEST(Nesting, GivesDepthAndParent) {
    const Nested nested = nest({{0, 100}, {10, 20}, {12, 5}, {40, 10}, {200, 1}});
    EXPECT_EQ(nested.rows, (std::vector<std::uint16_t>{0, 1, 2, 1, 0}));
    EXPECT_FALSE(nested.parents[0].isValid());
    EXPECT_EQ(nested.parents[2], SliceId(1));
    EXPECT_EQ(nested.parents[3], SliceId(0));
    EXPECT_EQ(nested.nesting.rows, 3);
    EXPECT_EQ(nested.nesting.overlapping, 0U);
}

// Whatever walks from a slice to its ancestors takes a bounded number of steps.
TEST(Nesting, IsNoDeeperThanItsLimit) {
    constexpr std::int64_t kSlices = 3 * static_cast<std::int64_t>(kMaxNesting);
    std::vector<Interval> intervals;
    for (std::int64_t at = 0; at < kSlices; ++at) {
        intervals.push_back({at, 2 * (kSlices - at)});
    }
    const Nested nested = nest(intervals);
    EXPECT_EQ(nested.nesting.rows, kMaxNesting);
    std::vector<std::size_t> depths;
    for (const SliceId parent : nested.parents) {
        depths.push_back(parent.isValid() ? depths[parent.index()] + 1 : 0);
    }
    EXPECT_EQ(*std::max_element(depths.begin(), depths.end()), kMaxNesting - 1);
    EXPECT_EQ(depths[kMaxNesting - 1], kMaxNesting - 1);
}

TEST(Nesting, MovesAnOverlappingSliceDownWithItsChildren) {
    // B overlaps A's end; C lies inside both and belongs to B, which encloses it more tightly.
    const Nested nested = nest({{0, 100}, {90, 50}, {95, 4}, {150, 10}});
    EXPECT_EQ(nested.rows, (std::vector<std::uint16_t>{0, 1, 2, 0}));
    EXPECT_EQ(nested.parents[2], SliceId(1));
    EXPECT_FALSE(nested.parents[1].isValid());
    EXPECT_EQ(nested.nesting.overlapping, 1U);
    EXPECT_EQ(nested.nesting.firstOverlapping, 1U);
    EXPECT_EQ(nested.nesting.overflowRows, 1);
}

TEST(Nesting, LetsAnAnnotationOutliveTheFrameThatOpenedIt) {
    // main ⊃ __enter__ [10, 20), in which the annotation [15, 90) opens; then a call inside it.
    // The frame makes room for it, so that nothing stands below an empty row for long.
    const Nested nested = nest({{0, 100}, {10, 10}, {15, 75}, {30, 20}, {35, 5}, {92, 3}});
    EXPECT_EQ(nested.rows, (std::vector<std::uint16_t>{0, 2, 1, 2, 3, 1}));
    EXPECT_EQ(nested.parents[2], SliceId(0));
    EXPECT_EQ(nested.parents[3], SliceId(2));
    EXPECT_EQ(nested.parents[5], SliceId(0));
    EXPECT_EQ(nested.nesting.overlapping, 1U);
    EXPECT_EQ(nested.nesting.overflowRows, 0);
}

TEST(Nesting, AFrameMakesRoomForAllThatBeginsInsideItAndStays) {
    // __enter__ [10, 20) and its call [11, 19), in which the annotation [15, 90) opens, and in that
    // an op [16, 80): the two frames go below both.
    const Nested nested = nest({{0, 100}, {10, 10}, {11, 8}, {15, 75}, {16, 64}, {50, 5}});
    EXPECT_EQ(nested.rows, (std::vector<std::uint16_t>{0, 3, 4, 1, 2, 3}));
    EXPECT_EQ(nested.parents[2], SliceId(1));
    EXPECT_EQ(nested.parents[4], SliceId(3));
    // Two annotations that open in one frame, the outer one first.
    const Nested two = nest({{0, 10}, {4, 50}, {6, 200}});
    EXPECT_EQ(two.rows, (std::vector<std::uint16_t>{2, 1, 0}));
    EXPECT_EQ(two.nesting.rows, 3);
}

TEST(Nesting, WhatEndsLateDoesNotPushDownWhatItEnds) {
    // The frame of __exit__ [85, 95) begins inside the annotation [15, 90) and outlives it.
    const Nested nested = nest({{0, 100}, {15, 75}, {20, 10}, {85, 10}});
    EXPECT_EQ(nested.rows, (std::vector<std::uint16_t>{0, 1, 2, 2}));
}

TEST(Nesting, ReusesRowsInAChainOfOverlaps) {
    // Kernels with programmatic dependent launch: each begins before the last one ends.
    const Nested nested = nest({{0, 10}, {8, 10}, {16, 10}, {24, 10}});
    EXPECT_EQ(nested.rows, (std::vector<std::uint16_t>{0, 1, 0, 1}));
    EXPECT_EQ(nested.nesting.rows, 2);
    EXPECT_EQ(nested.nesting.overlapping, 3U);
}

TEST(Nesting, KeepsGroupsApart) {
    std::vector<Time> starts{timeFromNs(0), timeFromNs(5)};
    std::vector<Duration> durations{Duration(100), Duration(10)};
    std::vector<std::uint64_t> groups{1, 2};
    std::vector<std::uint16_t> rows(2);
    std::vector<SliceId> parents(2);
    const Nesting nesting =
        nestTrack(starts, DurationColumn(durations).all(), groups, SliceId(0), rows, parents);
    EXPECT_FALSE(parents[1].isValid());
    EXPECT_EQ(rows[1], 1);
    EXPECT_EQ(nesting.overlapping, 0U);
}

TEST(Nesting, TreatsTouchingAndEmptySlicesAsNeighbors) {
    const Nested nested = nest({{0, 10}, {10, 0}, {10, 0}, {20, 5}});
    EXPECT_EQ(nested.nesting.overlapping, 0U);
    EXPECT_EQ(nested.rows, (std::vector<std::uint16_t>{0, 0, 0, 0}));
}

// Whatever the input: slices of one row never overlap, and a parent covers its child and lies
// above it.
TEST(Nesting, KeepsItsPromisesOnRandomSlices) {
    std::mt19937 random(7);
    for (int round = 0; round < 200; ++round) {
        std::vector<Interval> intervals(60);
        for (Interval& interval : intervals) {
            interval.start = static_cast<std::int64_t>(random() % 200);
            interval.duration = static_cast<std::int64_t>(random() % (round % 2 == 0 ? 40 : 4));
            interval.duration *= random() % 5 == 0 ? 20 : 1;
        }
        std::sort(intervals.begin(), intervals.end(), [](const Interval& a, const Interval& b) {
            return a.start != b.start ? a.start < b.start : a.duration > b.duration;
        });
        const Nested nested = nest(intervals);
        std::vector<std::int64_t> rowEnd(nested.nesting.rows, -1);
        for (std::size_t at = 0; at < intervals.size(); ++at) {
            const std::size_t row = nested.rows[at];
            ASSERT_LT(row, rowEnd.size());
            EXPECT_GE(intervals[at].start, rowEnd[row]) << "round " << round;
            rowEnd[row] = intervals[at].start + intervals[at].duration;
            if (nested.parents[at].isValid()) {
                const std::size_t parent = nested.parents[at].index();
                EXPECT_LT(nested.rows[parent], nested.rows[at]);
                EXPECT_LE(intervals[parent].start, intervals[at].start);
                EXPECT_GE(intervals[parent].start + intervals[parent].duration,
                          intervals[at].start + intervals[at].duration);
            }
        }
        EXPECT_EQ(std::count(rowEnd.begin(), rowEnd.end(), -1), 0) << "a row without slices";
    }
}

TEST(Nesting, StaysBoundedWhenEverythingYields) {
    // Each outlives all before it by far.
    std::vector<Interval> intervals;
    for (int at = 0; at < 20'000; ++at) {
        intervals.push_back({at, 100 + 4 * at});
    }
    const Nested nested = nest(intervals);
    EXPECT_LE(nested.nesting.rows, 4096);
    EXPECT_EQ(nested.nesting.overlapping, 19'999U);
}

TEST(Nesting, StaysBoundedWhenEverythingOverlaps) {
    std::vector<Interval> intervals;
    for (int at = 0; at < 5000; ++at) {
        intervals.push_back({at, 100'000});
    }
    const Nested nested = nest(intervals);
    EXPECT_EQ(nested.nesting.rows, 4096);
    EXPECT_EQ(nested.nesting.overlapping, 4999U);
}

}  // namespace
}  // namespace gaplight
