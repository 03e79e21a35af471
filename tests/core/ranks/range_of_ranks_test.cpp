// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/ranks/range_of_ranks.h"

#include <algorithm>
#include <chrono>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "core/ranks/rank_files.h"
#include "tests/support/checks/golden.h"

namespace gaplight {
namespace {

class RangeOfRanks : public ::testing::Test {
protected:
    [[nodiscard]] const Trace& trace(std::size_t rank) const {
        return *m_set->ranks[rank].session->trace;
    }
    [[nodiscard]] std::vector<TrackId> tracksOf(std::size_t rank, TrackKind kind) const {
        std::vector<TrackId> tracks;
        for (std::size_t at = 0; at < trace(rank).tracks().size(); ++at) {
            const Track& track = trace(rank).tracks()[at];
            if (track.kind == kind && track.sliceCount > 0) {
                tracks.emplace_back(at);
            }
        }
        return tracks;
    }

    std::shared_ptr<const RankSet> m_set =
        openRankSet(traceFilesIn(std::vector{test::dataFile("ranks/ddp_slow_host_rank2")}).value())
            .value();
};

TEST_F(RangeOfRanks, IsTheSameMomentsOfTheSameTracks) {
    const std::vector<TrackId> streams = tracksOf(2, TrackKind::Stream);
    const Time begin = m_set->analysis.timelines[2].communication.ranges()[3].begin;
    const AxisClock& shown = m_set->analysis.clocks[2].axis;
    const TimeRange range{shown.fromAxis(begin),
                          shown.fromAxis(begin) + std::chrono::milliseconds(5)};
    const std::vector<RankRange> all = rangeOnRanks(*m_set, 2, streams, range);
    ASSERT_EQ(all.size(), 4U);
    for (std::size_t rank = 0; rank < 4; ++rank) {
        EXPECT_EQ(all[rank].rank, "rank " + std::to_string(rank));
        EXPECT_EQ(all[rank].tracks, tracksOf(rank, TrackKind::Stream));
        const Time axis = m_set->analysis.clocks[rank].axis.toAxis(all[rank].range.begin);
        EXPECT_LE(std::chrono::abs(axis - begin), std::chrono::microseconds(1));
    }
    EXPECT_EQ(all[2].range, range);
    EXPECT_TRUE(rangeOnRanks(*m_set, 2, {}, range).front().tracks.empty());
}

// Rank 2 sleeps while the others wait in collectives: its streams are the ones that work least.
TEST_F(RangeOfRanks, IsGroupedByRank) {
    const RangePivot pivot =
        pivotRanks(rangeOnRanks(*m_set, 0, tracksOf(0, TrackKind::Stream), trace(0).range()))
            .value();
    ASSERT_EQ(pivot.groups.size(), 4U);
    EXPECT_EQ(pivot.groups.back().value, "rank 2");
    EXPECT_TRUE(std::ranges::is_sorted(pivot.groups, {},
                                       [](const PivotGroup& group) { return -group.row.total; }));
    EXPECT_TRUE(pivot.slices.empty());
    for (const PivotGroup& group : pivot.groups) {
        EXPECT_GT(group.row.count, 1'000U);
        EXPECT_FALSE(group.row.longestSlice.isValid());
    }
    std::stop_source stop;
    stop.request_stop();
    const auto stopped =
        pivotRanks(rangeOnRanks(*m_set, 0, tracksOf(0, TrackKind::Stream), trace(0).range()),
                   stop.get_token());
    ASSERT_FALSE(stopped);
    EXPECT_EQ(stopped.error().code, ErrorCode::Cancelled);
}

}  // namespace
}  // namespace gaplight
