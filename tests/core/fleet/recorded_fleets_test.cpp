// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0

// Summaries of the seven recorded sets give what the traces give.

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <unistd.h>

#include "core/fleet/ranks_to_open.h"
#include "core/fleet/summary_folder.h"
#include "core/io/output_writer.h"
#include "core/report/fleet/fleet_report.h"
#include "tests/core/fleet/recorded_summaries.h"
#include "tests/support/checks/golden.h"

namespace gaplight::test {
namespace {

class RecordedFleet : public ::testing::TestWithParam<std::string> {
protected:
    RecordedFleet()
        : traces(openedSet(GetParam())->analysis), fleet(fleetOf(summarizedRanks(GetParam()))) {}

    const RankSetAnalysis& traces;
    Fleet fleet;
};

TEST_P(RecordedFleet, NamesTheSameStragglerAndCause) {
    ASSERT_EQ(fleet.analysis.straggler.has_value(), traces.straggler.has_value());
    ASSERT_TRUE(traces.straggler);
    EXPECT_EQ(fleet.analysis.straggler->rank, traces.straggler->rank);
    EXPECT_EQ(fleet.analysis.straggler->kind, traces.straggler->kind);
    EXPECT_EQ(fleet.analysis.straggler->in, traces.straggler->in);
    EXPECT_NEAR(fleet.analysis.straggler->shareOfWindows, traces.straggler->shareOfWindows, 0.001);
}

TEST_P(RecordedFleet, GivesTheSameFiguresOfEachCollective) {
    ASSERT_EQ(fleet.analysis.collectives.size(), traces.collectives.size());
    for (std::size_t at = 0; at < traces.collectives.size(); ++at) {
        const JointCollective& ours = fleet.analysis.collectives[at];
        const JointCollective& theirs = traces.collectives[at];
        ASSERT_EQ(ours.parts.size(), theirs.parts.size());
        EXPECT_EQ(ours.operation, theirs.operation);
        EXPECT_EQ(ours.last, theirs.last);
        EXPECT_EQ(ours.skew, theirs.skew);
        EXPECT_EQ(ours.lead, theirs.lead);
        EXPECT_EQ(ours.transfer, theirs.transfer);
        EXPECT_EQ(ours.isLate, theirs.isLate);
        for (std::size_t part = 0; part < theirs.parts.size(); ++part) {
            EXPECT_EQ(ours.parts[part].kernel, theirs.parts[part].kernel);
            EXPECT_EQ(ours.parts[part].wait, theirs.parts[part].wait);
        }
    }
}

TEST_P(RecordedFleet, GivesTheSameCausesOfLateRanks) {
    for (std::size_t at = 0; at < traces.collectives.size(); ++at) {
        const LateCause& ours = fleet.analysis.collectives[at].cause;
        const LateCause& theirs = traces.collectives[at].cause;
        EXPECT_EQ(ours.kind, theirs.kind);
        EXPECT_EQ(ours.computeMore, theirs.computeMore);
        EXPECT_EQ(ours.idleMore, theirs.idleMore);
        EXPECT_EQ(ours.in, theirs.in);
        EXPECT_EQ(ours.isSure, theirs.isSure);
    }
}

TEST_P(RecordedFleet, KeepsSumsOfEachRank) {
    for (std::size_t rank = 0; rank < traces.totals.size(); ++rank) {
        const RankTotals& ours = fleet.analysis.totals[rank];
        const RankTotals& theirs = traces.totals[rank];
        EXPECT_EQ(ours.compute, theirs.compute);
        EXPECT_EQ(ours.wait, theirs.wait);
        EXPECT_EQ(ours.lateIn, theirs.lateIn);
        EXPECT_EQ(ours.recorded, theirs.recorded);
        EXPECT_EQ(ours.meanwhile.total(), theirs.meanwhile.total());
    }
}

TEST_P(RecordedFleet, SummariesAreSmallAndReadAsWritten) {
    for (const RankSession& rank : openedSet(GetParam())->ranks) {
        const std::string bytes = summaryOf(rank);
        const auto summary = readFrom(bytes);
        ASSERT_TRUE(summary);
        const std::string file = ::testing::TempDir() + "/gaplight_summary_" +
                                 std::to_string(::getpid()) + std::string(kSummaryEnding);
        const auto written = writeSummary(file, *summary);
        ASSERT_TRUE(written) << written.error().message;
        EXPECT_LE(*written, 3'000 * summary->steps.size());
        const auto opened = openSummary(file);
        ASSERT_TRUE(opened) << opened.error().message;
        EXPECT_EQ(summaryBytes(*opened).value(), bytes);
        // As earlier versions wrote it.
        ASSERT_TRUE(writeOutputFile(file, bytes));
        EXPECT_EQ(summaryBytes(openSummary(file).value()).value(), bytes);
        std::filesystem::remove(file);
        const auto again = summaryBytes(*summary);
        ASSERT_TRUE(again);
        EXPECT_EQ(*again, bytes);
    }
}

TEST_P(RecordedFleet, IdleTimeSumsToItself) {
    for (const FleetRank& rank : fleet.ranks) {
        Duration byActivity{};
        Duration byTrigger{};
        for (const Duration time : rank.summary.gpu.idleByActivity) {
            byActivity += time;
        }
        for (const Duration time : rank.summary.gpu.idleByTrigger) {
            byTrigger += time;
        }
        EXPECT_EQ(byActivity, rank.summary.gpu.idle);
        EXPECT_EQ(byTrigger, rank.summary.gpu.idle);
    }
}

TEST_P(RecordedFleet, IsTheGolden) {
    for (FleetRank& rank : fleet.ranks) {
        rank.summary.trace.path =
            rank.summary.trace.path.substr(rank.summary.trace.path.find("ranks/"));
    }
    const FleetMeasures measures = measureFleet(fleet);
    const auto toOpen = ranksToOpen(fleet, measures);
    EXPECT_TRUE(matchesGolden("fleet/" + GetParam() + ".txt",
                              fleetText({fleet, measures, toOpen}, PageStyle::Plain)));
}

INSTANTIATE_TEST_SUITE_P(Ranks, RecordedFleet,
                         ::testing::Values("ddp_even", "ddp_slow_host_rank2",
                                           "ddp_slow_host_rotating", "fsdp", "tp_decode",
                                           "pp_gpipe4_stage2_heavy", "moe_skew_rank1"));

}  // namespace
}  // namespace gaplight::test
