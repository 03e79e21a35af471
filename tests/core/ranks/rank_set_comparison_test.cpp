// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/ranks/rank_set_comparison.h"

#include <algorithm>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "core/analysis/ranks/slow_hosts.h"
#include "core/ranks/rank_files.h"
#include "core/report/ranks/rank_diff.h"
#include "tests/support/checks/golden.h"

namespace gaplight::test {
namespace {

std::shared_ptr<const RankSet> setOf(const std::string& name, std::size_t ranks = 4) {
    auto files = traceFilesIn(std::vector{dataFile("ranks/" + name)}).value();
    files.resize(ranks);
    return openRankSet(files).value();
}

TEST(RankSetComparison, ASetAndItselfAreUnchanged) {
    const auto set = setOf("ddp_even");
    const RankSetComparison same = compareRankSets(*set, *set);
    EXPECT_EQ(same.kind, VerdictKind::Unchanged);
    EXPECT_EQ(same.change, 0);
    EXPECT_EQ(same.a, same.b);
    EXPECT_EQ(same.stepsOfA.length, same.stepsOfB.length);
    EXPECT_GT(same.stepsOfA.steps, 0U);
}

TEST(RankSetComparison, TheSetWithoutASlowHostIsFasterOnAllRanks) {
    const auto slow = setOf("ddp_slow_host_rank2");
    const auto even = setOf("ddp_even");
    const RankSetComparison comparison = compareRankSets(*slow, *even);
    EXPECT_EQ(comparison.kind, VerdictKind::Improved);
    EXPECT_LT(comparison.change.value(), -0.1);
    EXPECT_FALSE(comparison.unprofiled) << "recording slows rank 1 of B alone";
    EXPECT_THAT(comparison.remarks,
                ::testing::ElementsAre(::testing::HasSubstr("of a step on rank 1 of B and ")));
    EXPECT_LT(comparison.stepsOfB.wait, comparison.stepsOfA.wait / 2);
    const RankDiffSubject subject{*slow, *even, comparison, "slow", "even"};
    EXPECT_TRUE(
        matchesGolden("ranks/compare_ddp.txt", compareRanksText(subject, PageStyle::Plain)));
    EXPECT_TRUE(
        matchesGolden("ranks/compare_ddp.md", compareRanksText(subject, PageStyle::Markdown)));
    const auto json = nlohmann::json::parse(compareRanksJson(subject));
    EXPECT_EQ(json.at("verdict"), "improved");
    EXPECT_EQ(json.at("straggler_a"), 2);
    EXPECT_EQ(json.at("ranks").size(), 4U);
    EXPECT_EQ(compareRankSets(*even, *slow).kind, VerdictKind::Regressed);
}

// Four ranks have two in the middle. The lower one alone is a median of neither, and of changes
// another one when the sets are exchanged.
TEST(RankSetComparison, TakesTheMeanOfTheTwoMiddleRanks) {
    const auto slow = setOf("ddp_slow_host_rank2");
    const auto even = setOf("ddp_even");
    const RankSetComparison comparison = compareRankSets(*slow, *even);
    std::vector<Duration> times;
    for (const ComparedRank& rank : comparison.ranks) {
        times.push_back(rank.comparison.verdict.a);
    }
    std::ranges::sort(times);
    ASSERT_EQ(times.size(), 4U);
    ASSERT_LT(times[1], times[2]);
    EXPECT_EQ(comparison.a, (times[1] + times[2]) / 2);
}

// Rank i mod 4 sleeps for 20 ms in step i. Work that is queued hides the first two.
TEST(RankSetComparison, ASlowRankThatChangesIsNamedInEachStep) {
    const auto even = setOf("ddp_even");
    const auto rotating = setOf("ddp_slow_host_rotating");
    EXPECT_THAT(slowHostSteps(even->analysis), ::testing::IsEmpty());
    const std::vector<SlowHostStep> steps = slowHostSteps(rotating->analysis);
    ASSERT_EQ(steps.size(), 3U);
    EXPECT_TRUE(isRotating(steps));
    const std::vector<std::size_t> ranks{steps[0].rank, steps[1].rank, steps[2].rank};
    EXPECT_THAT(ranks, ::testing::ElementsAre(2, 3, 0));
    EXPECT_TRUE(steps[0].isHidden);
    EXPECT_TRUE(steps[1].isHidden);
    EXPECT_FALSE(steps[2].isHidden);
    for (const SlowHostStep& step : steps) {
        EXPECT_GT(step.more, std::chrono::milliseconds(15));
        EXPECT_LT(step.more, std::chrono::milliseconds(26));
    }
    const RankSetComparison comparison = compareRankSets(*even, *rotating);
    const RankDiffSubject subject{*even, *rotating, comparison, "even", "rotating"};
    EXPECT_THAT(compareRanksText(subject, PageStyle::Agent),
                ::testing::HasSubstr("the host of rank 2 in step 2"));
    const auto json = nlohmann::json::parse(compareRanksJson(subject));
    EXPECT_EQ(json.at("slow_hosts_a").size(), 0U);
    EXPECT_EQ(json.at("slow_hosts_b").at(1).at("rank"), 3);
    EXPECT_EQ(json.at("slow_hosts_b").at(1).at("hidden"), true);
}

// One rank that is slow in all steps is the late rank, which the report names already.
TEST(RankSetComparison, OneSlowRankIsNotRotating) {
    const auto slow = setOf("ddp_slow_host_rank2");
    EXPECT_FALSE(isRotating(slowHostSteps(slow->analysis)));
}

TEST(RankSetComparison, RanksOfOneRunAloneAreNamed) {
    const auto all = setOf("ddp_even");
    const auto some = setOf("ddp_even", 3);
    const RankSetComparison comparison = compareRankSets(*some, *all);
    EXPECT_EQ(comparison.ranks.size(), 3U);
    EXPECT_THAT(comparison.onlyInB, ::testing::ElementsAre(3));
    EXPECT_THAT(comparison.onlyInA, ::testing::IsEmpty());
}

TEST(RankSetComparison, OtherWorkIsInconclusive) {
    const auto a = setOf("ddp_even");
    const auto b = setOf("fsdp");
    const RankSetComparison comparison = compareRankSets(*a, *b);
    EXPECT_EQ(comparison.kind, VerdictKind::Inconclusive);
    EXPECT_FALSE(comparison.change);
    EXPECT_THAT(rankDiffSentence({*a, *b, comparison, "a", "b"}),
                ::testing::HasSubstr("different work"));
    const std::string text = compareRanksText({*a, *b, comparison, "a", "b"}, PageStyle::Plain);
    EXPECT_THAT(text, ::testing::HasSubstr("Ranks, the whole run of each"));
    EXPECT_THAT(text, ::testing::Not(::testing::HasSubstr("+23.1")));  // of a step's time
}

}  // namespace
}  // namespace gaplight::test
