// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0

// What a call of one rank lacks agrees with anything.

#include <map>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "core/io/plain_sources.h"
#include "core/ranks/rank_set.h"
#include "core/ranks/rules/rank_rules.h"
#include "tests/support/traces/trace_dsl.h"

namespace gaplight::test {
namespace {

using Args = std::map<std::string, std::string>;

const Args kReduction{
    {"Collective name", "\"allreduce\""}, {"dtype", "\"Float\""}, {"In msg nelems", "1024"},
    {"Out msg nelems", "1024"},           {"Group size", "2"},    {"Process Group Name", "\"3\""},
    {"Process Group Ranks", "\"[4, 5]\""}};

Args messageArgs(int rank) {
    Args args = kReduction;
    args["Collective name"] = rank == 0 ? "\"send\"" : "\"recv\"";
    args[rank == 0 ? "Dst Rank" : "Src Rank"] = rank == 0 ? "1" : "0";
    return args;
}

// A rank that makes three calls, the second with other args.
std::shared_ptr<const Session> threeCalls(int rank, const Args& args, const Args& second) {
    TraceDsl t;
    const auto host = t.thread("main");
    const auto stream = t.stream(0, 20);
    for (int call = 0; call < 3; ++call) {
        const std::int64_t begin = call * kMs;
        t.op(host, {begin, begin + 8 * kUs}, "record_param_comms");
        for (const auto& [key, value] : call == 1 ? second : args) {
            t.arg(key, value);
        }
        const auto launch = t.launch(host, {begin + 2 * kUs, begin + 4 * kUs});
        const bool isMessage = args.contains("Dst Rank") || args.contains("Src Rank");
        t.kernel(stream, {begin + 20 * kUs, begin + 70 * kUs}, launch,
                 isMessage ? "ncclDevKernel_SendRecv(x)" : "ncclDevKernel_AllReduce_Sum_f32(x)");
    }
    t.op(host, {5 * kMs, 6 * kMs}, "aten::add");
    t.fact("baseTimeNanoseconds", "1790857026000000000");
    t.fact("distributedInfo", "{\"rank\": " + std::to_string(rank + 4) + ", \"world_size\": 6}");
    const auto source = plainMemorySource(std::make_shared<const std::string>(t.json()));
    return openSession("rank.json", *source).value();
}

// All three calls match, and the second one's figures are those that one rank knows.
void expectAllMatched(const RankSet& set) {
    const RankSetAnalysis& analysis = set.analysis;
    EXPECT_TRUE(analysis.problems.empty());
    EXPECT_EQ(analysis.unmatched, 0U);
    ASSERT_EQ(analysis.collectives.size(), 3U);
    EXPECT_EQ(analysis.communicators.size(), 1U);
    EXPECT_EQ(analysis.communicators[0].ranks, (std::vector<std::size_t>{0, 1}));
    for (const JointCollective& joint : analysis.collectives) {
        EXPECT_EQ(joint.operation, analysis.collectives[0].operation);
        EXPECT_EQ(joint.type, "Float");
        EXPECT_EQ(messageBytes(analysis, joint), 4096);
        EXPECT_EQ(joint.parts[0].kernel.begin, joint.parts[1].kernel.begin);
    }
    for (const RankFinding& finding : assessRanks(set, {}, nullptr).findings) {
        EXPECT_NE(finding.severity, Severity::Critical) << finding.title;
    }
}

class MissingArg : public ::testing::TestWithParam<std::string> {};

TEST_P(MissingArg, OfACollectiveAgrees) {
    Args second = kReduction;
    second.erase(GetParam());
    for (const bool isFirst : {true, false}) {
        expectAllMatched(*rankSetOf({threeCalls(0, kReduction, isFirst ? second : kReduction),
                                     threeCalls(1, kReduction, isFirst ? kReduction : second)}));
    }
}

TEST_P(MissingArg, OfAMessageAgrees) {
    for (const int lossy : {0, 1}) {
        std::vector<std::shared_ptr<const Session>> sessions;
        for (const int rank : {0, 1}) {
            Args second = messageArgs(rank);
            if (rank == lossy) {
                second.erase(GetParam());
            }
            sessions.push_back(threeCalls(rank, messageArgs(rank), second));
        }
        expectAllMatched(*rankSetOf(sessions));
    }
}

INSTANTIATE_TEST_SUITE_P(Keys, MissingArg,
                         ::testing::Values("Collective name", "dtype", "In msg nelems",
                                           "Out msg nelems", "Group size", "Process Group Name",
                                           "Process Group Ranks"));

TEST(MissingArgs, OfThePeerIsTheOtherRankOfTwo) {
    for (const int lossy : {0, 1}) {
        std::vector<std::shared_ptr<const Session>> sessions;
        for (const int rank : {0, 1}) {
            Args second = messageArgs(rank);
            if (rank == lossy) {
                second.erase("Dst Rank");
                second.erase("Src Rank");
            }
            sessions.push_back(threeCalls(rank, messageArgs(rank), second));
        }
        expectAllMatched(*rankSetOf(sessions));
    }
}

TEST(MissingArgs, DoNotHideWhatDiffers) {
    Args unknown = kReduction;
    unknown.erase("dtype");
    Args half = kReduction;
    half["dtype"] = "\"Half\"";
    const auto three =
        rankSetOf({threeCalls(0, kReduction, unknown), threeCalls(1, kReduction, kReduction)});
    EXPECT_TRUE(three->analysis.problems.empty());
    const auto two =
        rankSetOf({threeCalls(0, kReduction, half), threeCalls(1, kReduction, kReduction)});
    ASSERT_EQ(two->analysis.problems.size(), 1U);
    EXPECT_EQ(two->analysis.problems[0].ordinal, 1U);
}

}  // namespace
}  // namespace gaplight::test
