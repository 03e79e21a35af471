// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/fleet/fleet.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "core/fleet/ranks_to_open.h"
#include "core/fleet/summary_folder.h"
#include "core/report/fleet/fleet_report.h"
#include "tests/core/fleet/recorded_summaries.h"
#include "tests/support/traces/made_fleet.h"

namespace gaplight::test {
namespace {

using std::chrono::microseconds;
using std::chrono::milliseconds;

std::string reportOn(const Fleet& fleet) {
    const FleetMeasures measures = measureFleet(fleet);
    const auto toOpen = ranksToOpen(fleet, measures);
    return fleetJson({fleet, measures, toOpen});
}

RankSummary modelSummary() {
    return summarizedRanks("ddp_slow_host_rank2").front().summary;
}

std::vector<FleetRank> namedRanks(std::vector<RankSummary> summaries) {
    std::vector<FleetRank> ranks;
    for (RankSummary& summary : summaries) {
        ranks.push_back({std::to_string(*summary.trace.rank) + ".gsum", std::move(summary)});
    }
    return ranks;
}

std::set<int> lateRankNumbers(const Fleet& fleet) {
    std::set<int> numbers;
    for (const LateRank& late : lateRanks(fleet.analysis)) {
        numbers.insert(fleet.analysis.ranks[late.rank]);
    }
    return numbers;
}

TEST(Fleet, OrderAndRepetitionChangeNothing) {
    std::vector<FleetRank> ranks = summarizedRanks("moe_skew_rank1");
    const std::string once = reportOn(fleetOf(ranks));
    std::reverse(ranks.begin(), ranks.end());
    EXPECT_EQ(reportOn(fleetOf(ranks)), once);
    ranks.push_back(ranks.front());
    ranks.back().file = "zz_copy.gsum";
    Fleet repeated = fleetOf(ranks);
    ASSERT_EQ(repeated.repeated.size(), 1U);
    EXPECT_EQ(repeated.repeated.front().file, "zz_copy.gsum");
    repeated.repeated.clear();
    EXPECT_EQ(reportOn(repeated), once);
}

TEST(Fleet, OfTwoTracesOfARankTheLaterCounts) {
    std::vector<FleetRank> ranks = summarizedRanks("moe_skew_rank1");
    FleetRank earlier = ranks[1];
    earlier.file = "aa_earlier.gsum";
    earlier.summary.trace.ends = "1 2 3";
    earlier.summary.trace.key = "1 7 2 3\n/earlier/rank1.json";
    const std::string once = reportOn(fleetOf(ranks));
    ranks.insert(ranks.begin(), earlier);
    Fleet fleet = fleetOf(ranks);
    ASSERT_EQ(fleet.repeated.size(), 1U);
    EXPECT_EQ(fleet.repeated.front().file, "aa_earlier.gsum");
    EXPECT_NE(fleet.repeated.front().reason.find("rank 1"), std::string::npos);
    fleet.repeated.clear();
    EXPECT_EQ(reportOn(fleet), once);
}

TEST(Fleet, OfSeveralRunsTheLargestIsMeasured) {
    const std::string once = reportOn(fleetOf(summarizedRanks("moe_skew_rank1")));
    std::vector<FleetRank> ranks = summarizedRanks("moe_skew_rank1");
    for (FleetRank& rank : summarizedRanks("fsdp")) {
        if (*rank.summary.trace.rank != 3) {
            rank.file = "fsdp" + rank.file;
            *rank.summary.record.clock.epoch += std::chrono::minutes(46);
            ranks.push_back(std::move(rank));
        }
    }
    Fleet fleet = fleetOf(ranks);
    ASSERT_EQ(fleet.runs.size(), 2U);
    EXPECT_EQ(fleet.run, 0U);
    EXPECT_EQ(fleet.runs[1].ranks, 3U);
    EXPECT_EQ(fleet.missing, 0U);
    const std::string text = fleetText({fleet, measureFleet(fleet), {}}, PageStyle::Plain);
    EXPECT_NE(text.find("the summaries are of 2 runs; this is run 1; --run N shows another"),
              std::string::npos);
    fleet.runs.pop_back();
    EXPECT_EQ(reportOn(fleet), once);
    const Fleet other = fleetOf(ranks, {}, 1);
    EXPECT_EQ(other.ranks.size(), 3U);
    EXPECT_EQ(other.missing, 1U);
}

TEST(Fleet, CountsRanksWithoutASummary) {
    std::vector<FleetRank> ranks = namedRanks(madeFleet(modelSummary(), 16, {}));
    std::erase_if(ranks, [](const FleetRank& rank) {
        const int number = *rank.summary.trace.rank;
        return number == 0 || (number >= 5 && number <= 7) || number == 15;
    });
    const Fleet fleet = fleetOf(ranks);
    EXPECT_EQ(fleet.worldSize, 16);
    EXPECT_EQ(fleet.missing, 5U);
    EXPECT_EQ(fleet.missingRanks, (std::vector<RankNumbers>{{0, 0}, {5, 7}, {15, 15}}));
    EXPECT_EQ(fleet.analysis.clocks.size(), 11U);
}

TEST(Fleet, WithoutDelaysNobodyIsLate) {
    const Fleet fleet = fleetOf(namedRanks(madeFleet(modelSummary(), 64, {})));
    EXPECT_TRUE(lateRanks(fleet.analysis).empty());
    EXPECT_FALSE(fleet.analysis.straggler);
    EXPECT_TRUE(stepLengths(fleet.analysis).outliers.empty());
    EXPECT_EQ(alikeRanks(fleet).size(), 1U);
}

// A folder of files, as 'gaplight fleet' reads it.
TEST(Fleet, OfAThousandRanksFindsThePlantedOnes) {
    const std::vector<PlantedDelay> delays{
        {37, 12, milliseconds(20), false},   {411, 3, milliseconds(15), true},
        {700, 10, milliseconds(12), false},  {700, 20, milliseconds(9), false},
        {1000, 23, milliseconds(25), false}, {1001, 23, milliseconds(25), false}};
    std::string folder = ::testing::TempDir() + "/gaplight_fleet_XXXXXX";
    ASSERT_NE(::mkdtemp(folder.data()), nullptr);
    std::vector<std::string> files;
    for (const RankSummary& summary : madeFleet(modelSummary(), 1'024, delays)) {
        files.push_back(folder + "/" + std::to_string(*summary.trace.rank) +
                        std::string(kSummaryEnding));
        ASSERT_TRUE(writeSummary(files.back(), summary));
    }
    std::ofstream(folder + "/broken.gsum") << "SQLite format 3";
    const auto found = summaryFilesIn(folder);
    ASSERT_TRUE(found);
    EXPECT_EQ(found->size(), 1'025U);
    const auto fleet = openFleet(*found);
    std::filesystem::remove_all(folder);
    ASSERT_TRUE(fleet) << fleet.error().message;
    ASSERT_EQ(fleet->unread.size(), 1U);
    EXPECT_NE(fleet->unread.front().reason.find("broken.gsum"), std::string::npos);
    EXPECT_EQ(fleet->ranks.size(), 1'024U);
    EXPECT_EQ(fleet->missing, 0U);
    EXPECT_EQ(lateRankNumbers(*fleet), (std::set<int>{37, 411, 700, 1000, 1001}));
    for (const LateRank& late : lateRanks(fleet->analysis)) {
        const int number = fleet->analysis.ranks[late.rank];
        EXPECT_EQ(late.lateIn, number == 700 ? 2U : 1U);
        EXPECT_EQ(late.lateTogether, number >= 1000 ? 1U : 0U);
        EXPECT_EQ(late.kind, number == 411 ? LateCause::Kind::Gpu : LateCause::Kind::Host)
            << number;
    }
    for (const RankClock& clock : fleet->analysis.clocks) {
        EXPECT_NE(clock.source, ClockSource::Uncalibrated);
        EXPECT_LE(clock.residual, microseconds(30));
    }
    const FleetMeasures measures = measureFleet(*fleet);
    std::set<int> toOpen;
    for (const RankToOpen& rank : ranksToOpen(*fleet, measures)) {
        toOpen.insert(fleet->analysis.ranks[rank.rank]);
    }
    EXPECT_LE(toOpen.size(), kMaxRanksToOpen);
    for (const int rank : {37, 411, 700}) {
        EXPECT_TRUE(toOpen.contains(rank)) << rank;
    }
}

TEST(Fleet, OpensOnlyTracesThatWereSummarized) {
    std::vector<FleetRank> ranks = summarizedRanks("moe_skew_rank1");
    ranks[1].summary.trace.path = "/etc/passwd";
    const Fleet fleet = fleetOf(ranks);
    std::vector<std::string> changed;
    const auto paths = tracesToOpen(fleet, {{0, ""}, {1, ""}}, &changed);
    EXPECT_EQ(paths, std::vector<std::string>{fleet.ranks[0].summary.trace.path});
    EXPECT_EQ(changed, std::vector<std::string>{"/etc/passwd"});
}

TEST(SummaryFolder, CutsLongNamesBetweenCharacters) {
    std::string name = "r";
    for (int at = 0; at < 110; ++at) {
        name += "\u00e4";
    }
    FileContent trace;
    trace.path = "/traces/" + name + ".json";
    const std::string file = summaryFileOf("/out", trace);
    EXPECT_TRUE(file.starts_with("/out/" + name.substr(0, 199) + ".")) << file;
}

}  // namespace
}  // namespace gaplight::test
