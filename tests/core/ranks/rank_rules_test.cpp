// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/ranks/rules/rank_rules.h"

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/io/plain_sources.h"
#include "core/ranks/rank_files.h"
#include "tests/support/golden.h"
#include "tests/support/trace_dsl.h"

namespace gaplight::test {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr const char* kAllReduce = "ncclDevKernel_AllReduce_Sum_f32_RING_LL";

// What the ranks of a made run do in each of its six periods of 50 ms.
struct MadeRank {
    std::int64_t late = 0;     // of its collective's kernel
    std::int64_t matmul = 10;  // ms of a kernel that all run
    std::string lastKernel = kAllReduce;
    int periods = 6;
    int collectives = 6;  // in the first of them
};

std::shared_ptr<const Session> madeSession(const MadeRank& made, int rank) {
    TraceDsl t;
    const auto host = t.thread("main");
    const auto compute = t.stream(rank, 7);
    const auto stream = t.stream(rank, 20);
    for (int n = 0; n < made.periods; ++n) {
        const std::int64_t end = (n + 1) * 50 * kMs;
        const std::int64_t matmul = end - 40 * kMs;
        const auto first = t.launch(host, {matmul - 100 * kUs, matmul - 90 * kUs});
        t.kernel(compute, {matmul, matmul + made.matmul * kMs}, first, "gemm");
        if (n >= made.collectives) {
            continue;
        }
        const std::int64_t begin = end - 5 * kMs + made.late;
        const auto launch = t.launch(host, {begin - 100 * kUs, begin - 90 * kUs});
        t.kernel(stream, {begin, end}, launch, n == 2 ? made.lastKernel : kAllReduce);
    }
    // The capture goes on behind the last collective.
    t.op(host, {made.periods * 50 * kMs + 1 * kMs, made.periods * 50 * kMs + 2 * kMs}, "aten::add");
    t.fact("baseTimeNanoseconds", "1790857026000000000");
    const auto source = plainMemorySource(std::make_shared<const std::string>(t.json()));
    return openSession("rank" + std::to_string(rank) + ".json", *source).value();
}

RankAssessment assessed(const std::vector<MadeRank>& ranks, const Settings& settings = {}) {
    std::vector<std::shared_ptr<const Session>> sessions;
    for (std::size_t rank = 0; rank < ranks.size(); ++rank) {
        sessions.push_back(madeSession(ranks[rank], static_cast<int>(rank)));
    }
    const auto set = rankSetOf(std::move(sessions));
    const JointReplay replay(rankTraces(*set), set->analysis);
    const auto cost = stragglerCost(*set, replay);
    return assessRanks(*set, settings, cost ? &*cost : nullptr);
}

std::vector<std::string> rulesOf(const RankAssessment& assessment) {
    std::vector<std::string> rules;
    for (const RankFinding& finding : assessment.findings) {
        rules.emplace_back(finding.rule);
    }
    return rules;
}

const RankFinding& findingOf(const RankAssessment& assessment, std::string_view rule) {
    const auto found = std::find_if(assessment.findings.begin(), assessment.findings.end(),
                                    [&](const RankFinding& one) { return one.rule == rule; });
    if (found == assessment.findings.end()) {
        ADD_FAILURE() << "no finding of " << rule;
        return assessment.findings.front();
    }
    return *found;
}

TEST(RankRules, EvenRanksHaveNoneButTheirTransfers) {
    const RankAssessment even = assessed({{}, {}, {}});
    EXPECT_EQ(rulesOf(even), std::vector<std::string>{"exposed-group"});
    Settings settings;
    settings.set("exposed-group", "min_share", percent(20));
    EXPECT_THAT(assessed({{}, {}, {}}, settings).findings, IsEmpty());
}

TEST(RankRules, NameALateRank) {
    const RankAssessment late = assessed({{}, {.late = 4 * kMs}, {}});
    const RankFinding& finding = findingOf(late, "late-rank");
    EXPECT_EQ(finding.rank, 1U);
    EXPECT_EQ(finding.collectives.size(), 6U);
    EXPECT_THAT(finding.title, HasSubstr("Rank 1 is late into 6 of 6 collectives"));
    EXPECT_EQ(finding.values.time("waited"), Duration(2 * 6 * 4 * kMs));
    EXPECT_THAT(rulesOf(assessed({{}, {.late = 50 * kUs}, {}})),
                ::testing::Not(::testing::Contains("late-rank")));
}

TEST(RankRules, NameASlowGpu) {
    const RankAssessment slow = assessed({{}, {}, {.matmul = 11}});
    const RankFinding& finding = findingOf(slow, "slow-gpu");
    EXPECT_EQ(finding.rank, 2U);
    EXPECT_DOUBLE_EQ(finding.values.share("excess").value(), 0.1);
    Settings settings;
    settings.set("slow-gpu", "min_excess", percent(12));
    EXPECT_THAT(rulesOf(assessed({{}, {}, {.matmul = 11}}, settings)),
                ::testing::Not(::testing::Contains("slow-gpu")));
}

// The GPU that is slow is why its rank is late: one finding, with the weight of both.
TEST(RankRules, ACauseTakesTheWeightOfALateRank) {
    const RankAssessment both = assessed({{}, {}, {.late = 4 * kMs, .matmul = 11}});
    EXPECT_THAT(rulesOf(both), ::testing::Not(::testing::Contains("late-rank")));
    EXPECT_EQ(findingOf(both, "slow-gpu").cost, Duration(2 * 6 * 4 * kMs));
    EXPECT_EQ(findingOf(both, "slow-gpu").collectives.size(), 6U);
}

TEST(RankRules, NameCollectivesThatDoNotMatch) {
    const RankAssessment other =
        assessed({{}, {.lastKernel = "ncclDevKernel_AllGather_RING_LL"}, {}});
    const RankFinding& finding = findingOf(other, "collective-mismatch");
    EXPECT_EQ(finding.severity, Severity::Critical);
    EXPECT_EQ(finding.rank, 1U);
    EXPECT_EQ(finding.values.count("ordinal"), 3);
}

TEST(RankRules, NameACallThatIsMissing) {
    const RankAssessment fewer = assessed({{}, {.collectives = 4}, {}});
    const RankFinding& finding = findingOf(fewer, "collective-mismatch");
    EXPECT_EQ(finding.severity, Severity::Warning);
    EXPECT_EQ(finding.values.count("ordinal"), 5);
    EXPECT_FALSE(finding.confidence.empty());
}

TEST(RankRules, AreSilentWhereACaptureEndsEarlier) {
    EXPECT_THAT(rulesOf(assessed({{}, {.periods = 4}, {}})),
                ::testing::Not(::testing::Contains("collective-mismatch")));
}

class RecordedRankRules : public ::testing::TestWithParam<std::string> {};

TEST_P(RecordedRankRules, AreTheGolden) {
    const auto set =
        openRankSet(traceFilesIn(std::vector{dataFile("ranks/" + GetParam())}).value()).value();
    const JointReplay replay(rankTraces(*set), set->analysis);
    const auto cost = stragglerCost(*set, replay);
    const RankAssessment found = assessRanks(*set, {}, cost ? &*cost : nullptr);
    std::string text;
    for (const RankFinding& finding : found.findings) {
        text += std::string(severityName(finding.severity)) + " " + std::string(finding.rule) +
                "\n  " + finding.title + "\n  " + finding.why + "\n  " + finding.fix + "\n";
        text += finding.confidence.empty() ? "" : "  " + finding.confidence + "\n";
        for (const std::size_t collective : finding.collectives) {
            EXPECT_LT(collective, set->analysis.collectives.size());
        }
    }
    for (const RankNotApplicable& rule : found.notApplicable) {
        text += "not applicable: " + std::string(rule.rule) + ": " + rule.reason + "\n";
    }
    EXPECT_TRUE(matchesGolden("ranks/" + GetParam() + ".findings.txt", text));
}

INSTANTIATE_TEST_SUITE_P(Ranks, RecordedRankRules,
                         ::testing::Values("ddp_even", "ddp_slow_host_rank2",
                                           "ddp_slow_host_rotating", "fsdp", "tp_decode",
                                           "pp_gpipe4_stage2_heavy", "moe_skew_rank1"),
                         [](const auto& set) { return set.param; });

}  // namespace
}  // namespace gaplight::test
