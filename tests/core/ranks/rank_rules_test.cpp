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
#include "tests/support/checks/golden.h"
#include "tests/support/traces/trace_dsl.h"

namespace gaplight::test {
namespace {

using ::testing::IsEmpty;

constexpr const char* kAllReduce = "ncclDevKernel_AllReduce_Sum_f32_RING_LL";

// What the ranks of a made run do in each of its six periods of 50 ms.
struct MadeRank {
    std::int64_t late = 0;     // of its collective's kernel
    std::int64_t matmul = 10;  // ms of a kernel that all run
    std::string lastKernel = kAllReduce;
    int periods = 6;
    int collectives = 6;   // in the first of them
    bool hasCalls = true;  // of torch.distributed; else kernels alone show the collectives
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
        if (made.hasCalls) {
            t.op(host, {begin - 105 * kUs, begin - 85 * kUs}, "record_param_comms");
        }
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

// What a person reads of a finding.
std::string findingText(const RankFinding& finding) {
    std::string text = std::string(severityName(finding.severity)) + " " +
                       std::string(finding.rule) + "\n  " + finding.title + "\n  " + finding.why +
                       "\n  " + finding.fix + "\n";
    text += finding.confidence.empty() ? "" : "  " + finding.confidence + "\n";
    return text;
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
    EXPECT_EQ(finding.values.count("late"), 6);
    EXPECT_EQ(finding.values.count("collectives"), 6);
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

TEST(RankRules, WordsOfCollectivesThatDoNotMatch) {
    const RankAssessment other =
        assessed({{}, {.lastKernel = "ncclDevKernel_AllGather_RING_LL"}, {}});
    const RankAssessment fewer = assessed({{}, {.collectives = 4}, {}});
    EXPECT_TRUE(matchesGolden("findings/rules/collective-mismatch.txt",
                              findingText(findingOf(other, "collective-mismatch")) +
                                  findingText(findingOf(fewer, "collective-mismatch"))));
}

TEST(RankRules, AreSilentWhereKernelsAloneShowTheCalls) {
    const MadeRank other{.lastKernel = "ncclDevKernel_AllGather_RING_LL", .hasCalls = false};
    EXPECT_THAT(rulesOf(assessed({{.hasCalls = false}, other, {.hasCalls = false}})),
                ::testing::Not(::testing::Contains("collective-mismatch")));
}

TEST(RankRules, AreSilentWhereACaptureEndsEarlier) {
    EXPECT_THAT(rulesOf(assessed({{}, {.periods = 4}, {}})),
                ::testing::Not(::testing::Contains("collective-mismatch")));
}

// A made training loop: in each of its three steps of 50 ms 10 ms of forward and 20 ms of backward
// compute, and gradients of `elements` floats that are reduced in 8 ms.
struct MadeTraining {
    std::int64_t start = 31;  // ms in the step; the backward pass ends at 30
    int buckets = 1;          // that share elements and time, one after the other
    std::int64_t elements = 64'000'000;
    std::string backward = "autograd::engine::evaluate_function: MmBackward0";
    bool overlaps = false;  // the optimizer runs beside the reduction
};

std::shared_ptr<const Session> trainingSession(const MadeTraining& made, int rank) {
    TraceDsl t;
    const auto host = t.thread("main");
    const auto autograd = t.thread("pt_autograd_0");
    const auto compute = t.stream(rank, 7);
    const auto comm = t.stream(rank, 20);
    for (int n = 0; n < 3; ++n) {
        const std::int64_t begin = (n + 1) * 50 * kMs;
        t.annotation(host, {begin, begin + 49 * kMs}, "ProfilerStep#" + std::to_string(n + 3));
        t.kernel(compute, {begin + 1 * kMs, begin + 10 * kMs},
                 t.launch(host, {begin + 100 * kUs, begin + 110 * kUs}), "gemm");
        for (int part = 0; part < 4; ++part) {
            const std::int64_t at = begin + (10 + 5 * part) * kMs;
            t.op(autograd, {at - 500 * kUs, at - 400 * kUs}, made.backward);
            t.kernel(compute, {at, at + 5 * kMs},
                     t.launch(autograd, {at - 490 * kUs, at - 480 * kUs}), "gemm_backward");
        }
        const std::int64_t length = 8 * kMs / made.buckets;
        for (int bucket = 0; bucket < made.buckets; ++bucket) {
            const std::int64_t at = begin + made.start * kMs + bucket * length;
            t.op(autograd, {at - 100 * kUs, at - 50 * kUs}, "record_param_comms");
            t.arg("Collective name", "allreduce");
            t.arg("dtype", "Float");
            t.arg("In msg nelems", std::to_string(made.elements / made.buckets));
            t.arg("Out msg nelems", std::to_string(made.elements / made.buckets));
            t.arg("Group size", "2");
            t.arg("Process Group Name", "0");
            t.arg("Process Group Ranks", "[0, 1]");
            t.kernel(comm, {at, at + length}, t.launch(autograd, {at - 90 * kUs, at - 80 * kUs}),
                     kAllReduce);
        }
        const std::int64_t optimizer = begin + (made.overlaps ? made.start : 42) * kMs;
        t.kernel(compute, {optimizer, optimizer + 5 * kMs},
                 t.launch(host, {begin + 30 * kMs, begin + 30 * kMs + 10 * kUs}), "adam");
    }
    t.fact("baseTimeNanoseconds", "1790857026000000000");
    const auto source = plainMemorySource(std::make_shared<const std::string>(t.json()));
    return openSession("rank" + std::to_string(rank) + ".json", *source).value();
}

RankAssessment assessedTraining(const MadeTraining& made, const Settings& settings = {}) {
    const auto set = rankSetOf({trainingSession(made, 0), trainingSession(made, 1)});
    return assessRanks(*set, settings, nullptr);
}

TEST(RankRules, NameASingleBucketBehindTheBackwardPass) {
    const RankAssessment assessment = assessedTraining({});
    const RankFinding& finding = findingOf(assessment, "single-bucket");
    EXPECT_EQ(finding.collectives.size(), 3U);
    EXPECT_EQ(finding.values.text("operation"), "allreduce");
    EXPECT_EQ(finding.values.get<ByteCount>("bytes"), ByteCount{256'000'000});
    // Of two ranks and three steps: all of 8 ms is exposed, three quarters could be hidden.
    EXPECT_EQ(finding.values.time("exposed"), Duration(2 * 3 * 8 * kMs));
    EXPECT_EQ(finding.values.time("hidden"), Duration(2 * 3 * 6 * kMs));
    EXPECT_EQ(finding.severity, Severity::Warning);
}

TEST(RankRules, AreSilentWhereTheReductionIsNoSingleBucket) {
    const auto isSilent = [](const MadeTraining& made, const Settings& settings = {}) {
        const auto rules = rulesOf(assessedTraining(made, settings));
        return std::find(rules.begin(), rules.end(), "single-bucket") == rules.end();
    };
    EXPECT_FALSE(isSilent({}));
    EXPECT_TRUE(isSilent({.buckets = 4}));
    EXPECT_TRUE(isSilent({.start = 20})) << "it overlaps with the backward pass";
    EXPECT_TRUE(isSilent({.elements = 4'000'000})) << "16 MB is no large bucket";
    EXPECT_TRUE(isSilent({.backward = "aten::mm"})) << "no backward pass is recorded";
    EXPECT_TRUE(isSilent({.overlaps = true})) << "other work hides most of it";
    Settings settings;
    settings.set("single-bucket", "min_share", percent(20));
    EXPECT_TRUE(isSilent({}, settings));
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
        text += findingText(finding);
        for (const std::size_t collective : finding.collectives) {
            EXPECT_LT(collective, set->analysis.collectives.size());
        }
    }
    for (const NotApplicable& rule : found.notApplicable) {
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
