// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/ranks/rank_set_chart.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "core/base/quantity_text.h"
#include "core/ranks/rank_files.h"
#include "core/session/provenance_of.h"
#include "tests/support/checks/golden.h"

namespace gaplight::test {
namespace {

class RankSetChart : public ::testing::TestWithParam<std::string> {
protected:
    RankSetChart()
        : set(openRankSet(traceFilesIn(std::vector{dataFile("ranks/" + GetParam())}).value())
                  .value()),
          chart(chartOf(*set)) {}

    std::shared_ptr<const RankSet> set;
    RankChart chart;
};

// A wait is idle time of the GPU that the trace alone calls communication; all else stays.
TEST_P(RankSetChart, WaitsComeOutOfCommunication) {
    ASSERT_EQ(chart.lanes.size(), set->ranks.size());
    for (std::size_t rank = 0; rank < set->ranks.size(); ++rank) {
        const GpuTime own = gpuTimeOf(*set->ranks[rank].session, 0);
        const TimeRange window = own.window;
        const GpuTimeParts alone = BusyProfile::build(own).partsWithin(window);
        const BusyProfile& drawn = chart.lanes[rank].gpu;
        const GpuTimeParts parts = drawn.partsWithin(drawn.window());
        EXPECT_EQ(drawn.window().length(), window.length());
        EXPECT_EQ(parts.busy() + parts.idle, window.length());
        EXPECT_EQ(parts.compute, alone.compute);
        EXPECT_EQ(parts.copiesAlone, alone.copiesAlone);
        const Duration waits = parts.idle - alone.idle;
        EXPECT_EQ(alone.communicationAlone - parts.communicationAlone, waits);
        EXPECT_GE(waits, Duration{});
        EXPECT_EQ(waits, set->analysis.totals[rank].exposedWait);
    }
}

TEST_P(RankSetChart, RibbonsAreTheCollectives) {
    const auto& collectives = set->analysis.collectives;
    ASSERT_EQ(chart.ribbons.size(), collectives.size());
    for (std::size_t at = 0; at < collectives.size(); ++at) {
        const RankRibbon& ribbon = chart.ribbons[at];
        EXPECT_EQ(ribbon.last - ribbon.first, collectives[at].skew);
        EXPECT_EQ(ribbon.isLate, collectives[at].isLate);
        EXPECT_EQ(ribbon.partCount, collectives[at].parts.size());
        EXPECT_EQ(chart.kinds[ribbon.kind], collectives[at].operation);
        EXPECT_EQ(chart.groups[ribbon.group],
                  set->analysis.communicators[collectives[at].communicator].label());
        EXPECT_LE(ribbon.end - ribbon.first, chart.longestOfBlock[at / RankChart::kRibbonBlock]);
        for (std::uint32_t part = 0; part < ribbon.partCount; ++part) {
            const RibbonPart& drawn = chart.parts[ribbon.firstPart + part];
            EXPECT_LT(drawn.lane, chart.lanes.size());
            EXPECT_TRUE(chart.range.begin <= drawn.arrival && drawn.end <= chart.range.end);
        }
    }
    EXPECT_TRUE(
        std::is_sorted(chart.ribbons.begin(), chart.ribbons.end(),
                       [](const RankRibbon& a, const RankRibbon& b) { return a.first < b.first; }));
}

TEST_P(RankSetChart, LateLanesAreThoseOfLateCollectives) {
    // The lane of the rank that the sentence is about has its number.
    if (const auto& straggler = set->analysis.straggler) {
        const RankLane& lane = chart.lanes[straggler->rank];
        EXPECT_TRUE(!lane.isLate || lane.note.ends_with(durationText(straggler->othersWaited)))
            << lane.note;
    }
    for (std::size_t rank = 0; rank < chart.lanes.size(); ++rank) {
        const auto late = std::count_if(
            chart.ribbons.begin(), chart.ribbons.end(),
            [&](const RankRibbon& ribbon) { return ribbon.isLate && ribbon.lastLane == rank; });
        EXPECT_EQ(chart.lanes[rank].isLate, late > 0);
        EXPECT_EQ(set->analysis.totals[rank].lateIn, static_cast<std::uint64_t>(late));
    }
}

TEST(ParallelDimension, IsAWordOfTheDescription) {
    const std::map<std::string, std::string> known{{"mesh_tp", "TP"},
                                                   {"TENSOR_MODEL_PARALLEL_GROUP", "TP"},
                                                   {"mesh_dp_shard", "DP"},
                                                   {"DATA_PARALLEL_GROUP_WITH_CP", "DP"},
                                                   {"CONTEXT_PARALLEL_GROUP", "CP"},
                                                   {"PIPELINE_MODEL_PARALLEL_GROUP", "PP"},
                                                   {"expert-data-parallel", "EP"},
                                                   {"fsdp", "DP"},
                                                   {"default_pg", ""},
                                                   {"undefined", ""},
                                                   {"updated", ""},
                                                   {"", ""}};
    for (const auto& [description, dimension] : known) {
        EXPECT_EQ(parallelDimension(description), dimension) << description;
    }
    EXPECT_EQ((Communicator{"3", {}, {}, 0, parallelDimension("mesh_tp")}.label()), "3 (TP)");
    EXPECT_EQ((Communicator{"3", {}, {}, 0, {}}.label()), "3");
}

INSTANTIATE_TEST_SUITE_P(Recorded, RankSetChart,
                         ::testing::Values("ddp_even", "ddp_slow_host_rank2",
                                           "ddp_slow_host_rotating", "fsdp", "moe_skew_rank1",
                                           "pp_gpipe4_stage2_heavy", "tp_decode"),
                         [](const auto& set) { return set.param; });

}  // namespace
}  // namespace gaplight::test
