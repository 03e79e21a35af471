// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/ranks/joint_waits.h"

#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "core/analysis/ranks/pipeline_times.h"
#include "core/io/plain_sources.h"
#include "core/ranks/rank_set.h"
#include "core/report/ranks/operation_rows.h"
#include "tests/support/checks/golden.h"
#include "tests/support/checks/joint_checks.h"
#include "tests/support/traces/trace_dsl.h"

namespace gaplight::test {
namespace {

constexpr const char* kMessageKernel = "ncclDevKernel_SendRecv(ncclDevKernelArgsStorage<4096ul>)";
constexpr const char* kReduceKernel = "ncclDevKernel_AllReduce_Sum_f32_RING_LL";

// A rank of which only launches and kernels are recorded. Times are in µs.
class WaitingRank {
public:
    void kernel(int stream, Span span, const char* name = kReduceKernel, int device = 0) {
        t.kernel(t.stream(device, stream), inNs(span), launch(span.begin - 9), name);
    }
    // Launched before the capture.
    void unlaunched(int stream, Span span, const char* name = kReduceKernel) {
        t.kernel(t.stream(0, stream), inNs(span), 0, name);
    }
    void step(Span span) {
        t.annotation(host, inNs(span), "ProfilerStep#" + std::to_string(m_step++));
    }
    // A send or a receive without its kernel.
    void message(Span span, const char* operation, int peer) {
        t.op(host, inNs(span), "record_param_comms");
        t.arg("Collective name", std::string("\"") + operation + "\"");
        t.arg(std::string(operation) == "send" ? "Dst Rank" : "Src Rank", std::to_string(peer));
        t.arg("Process Group Name", "\"0\"");
        t.arg("Process Group Ranks", "\"[0, 1]\"");
    }
    [[nodiscard]] std::shared_ptr<const Session> open(int rank) {
        t.fact("baseTimeNanoseconds", "1790857026000000000");
        t.fact("distributedInfo", "{\"rank\": " + std::to_string(rank) + ", \"world_size\": 2}");
        const auto source = plainMemorySource(std::make_shared<const std::string>(t.json()));
        return openSession("rank.json", *source).value();
    }

    static Span inNs(Span span) { return {span.begin * kUs, span.end * kUs}; }
    std::uint64_t launch(std::int64_t at) { return t.launch(host, inNs({at, at + 1})); }

    TraceDsl t;
    TraceDsl::Track host = t.thread("main");

private:
    int m_step = 0;
};

std::shared_ptr<const RankSet> setOf(WaitingRank& a, WaitingRank& b) {
    auto set = rankSetOf({a.open(0), b.open(1)});
    Problems problems;
    checkJointMeasures(set->analysis, problems);
    EXPECT_EQ(problems.text(), "");
    return set;
}

Duration us(std::int64_t count) {
    return Duration(count * kUs);
}

// A send and a receive posted together, whose peer comes 1 ms later.
TEST(JointWaits, OfTwoStreamsCountOnce) {
    WaitingRank early;
    early.kernel(20, {10, 1020}, kMessageKernel);
    early.kernel(21, {12, 1022}, kMessageKernel);
    WaitingRank late;
    late.kernel(20, {1012, 1022}, kMessageKernel);
    late.kernel(21, {1014, 1024}, kMessageKernel);
    const auto set = setOf(early, late);
    const RankTotals& totals = set->analysis.totals[0];
    EXPECT_EQ(totals.recorded.length(), us(1012));
    EXPECT_EQ(totals.wait, us(1004));
    EXPECT_EQ(totals.exposedWait, us(1002)) << "the first moves data while the second waits";
    EXPECT_EQ(totals.waitedFor[1], us(1004));
    EXPECT_EQ(set->analysis.totals[1].meanwhile.total(), us(1004));
    ASSERT_TRUE(set->analysis.straggler);
    EXPECT_LE(set->analysis.straggler->shareOfWindows, 1);
    ASSERT_EQ(operationRows(*set).size(), 1U);
    EXPECT_EQ(operationRows(*set)[0].wait, us(1004));
    EXPECT_EQ(operationRows(*set)[0].exposedWait, us(1002));
    // Of each call its own.
    EXPECT_EQ(set->analysis.collectives[0].parts[0].wait, us(1002));
    EXPECT_EQ(set->analysis.collectives[0].parts[0].exposedWait, us(1002));
    EXPECT_EQ(set->analysis.collectives[1].parts[0].exposedWait, us(1000));
    EXPECT_EQ(set->analysis.totals[1].lateIn, 2U);
    EXPECT_EQ(set->analysis.totals[1].lead, us(1004)) << "late into both at once";
}

TEST(JointWaits, AreNotExposedBesideWork) {
    WaitingRank early;
    early.kernel(20, {10, 1020});
    early.kernel(7, {100, 300}, "gemm");
    early.unlaunched(22, {250, 400});
    WaitingRank late;
    late.kernel(20, {1010, 1020});
    const auto set = setOf(early, late);
    EXPECT_EQ(set->analysis.totals[0].wait, us(1000));
    EXPECT_EQ(set->analysis.totals[0].exposedWait, us(700));
}

// Waits at one time are for the rank that arrives last.
TEST(JointWaits, SumByAwaitedRank) {
    std::vector<std::shared_ptr<const Session>> sessions;
    for (int rank = 0; rank < 3; ++rank) {
        WaitingRank made;
        for (const int peer : {1, 2}) {
            if (rank != 0 && rank != peer) {
                continue;
            }
            const std::int64_t begin = rank == 0 ? 20 * peer : rank * 300;
            made.t.op(made.host, WaitingRank::inNs({begin - 10, begin}), "record_param_comms");
            made.t.arg("Collective name", "\"allreduce\"");
            made.t.arg("Process Group Name", "\"" + std::to_string(peer) + "\"");
            made.t.arg("Process Group Ranks", "\"[0, " + std::to_string(peer) + "]\"");
            made.kernel(20 + peer, {begin, peer * 300 + 50});
        }
        sessions.push_back(made.open(rank));
    }
    const auto set = rankSetOf(sessions);
    const RankTotals& totals = set->analysis.totals[0];
    EXPECT_EQ(totals.wait, us(580));
    EXPECT_EQ(totals.waitedFor[1], us(20));
    EXPECT_EQ(totals.waitedFor[2], us(560));
}

TEST(JointWaits, OfAKernelOfTwoCallsCountOnce) {
    WaitingRank ranks[2];
    for (int rank : {0, 1}) {
        WaitingRank& own = ranks[rank];
        const std::int64_t begin = rank == 0 ? 50 : 750;
        own.message({begin, begin + 2}, "send", 1 - rank);
        own.message({begin + 3, begin + 5}, "recv", 1 - rank);
        own.t.annotation(own.host, WaitingRank::inNs({begin + 6, begin + 20}), "nccl:coalesced");
        own.t.kernel(own.t.stream(0, 20), WaitingRank::inNs({begin + 30, 800}),
                     own.launch(begin + 7), kMessageKernel);
    }
    const auto set = setOf(ranks[0], ranks[1]);
    ASSERT_EQ(set->analysis.collectives.size(), 2U);
    EXPECT_EQ(set->analysis.totals[0].wait, us(700));
    EXPECT_EQ(set->analysis.totals[0].exposedWait, us(700));
    const std::vector<PipelineTimes> pipelines = pipelineTimes(set->analysis);
    ASSERT_EQ(pipelines.size(), 1U);
    EXPECT_LE(pipelines[0].bubbleShare(), 1);
}

// Eight steps of a send and a receive in one kernel; rank 1 posts them 8.56 ms later.
TEST(JointWaits, OfGroupedMessagesCountOnceAKernel) {
    const auto set = openRankSet(std::vector{dataFile("cases/r4_coalesced_p2p_rank0.json.gz"),
                                             dataFile("cases/r4_coalesced_p2p_rank1.json.gz")})
                         .value();
    Problems problems;
    checkJointMeasures(set->analysis, problems);
    EXPECT_EQ(problems.text(), "");
    EXPECT_EQ(set->analysis.totals[0].recorded.length(), us(79'600));
    EXPECT_EQ(set->analysis.totals[0].wait, us(8 * 8'560));
    EXPECT_EQ(set->analysis.totals[0].exposedWait, us(8 * 8'560));
    EXPECT_EQ(set->analysis.totals[1].wait, us(0));
}

// Of a call that launches two kernels, the pause between them is no communication.
TEST(JointWaits, PauseBetweenTheKernelsOfACall) {
    WaitingRank early;
    early.t.op(early.host, WaitingRank::inNs({5, 25}), "record_param_comms");
    for (const Span span : {Span{30, 50}, Span{500, 600}}) {
        early.t.kernel(early.t.stream(0, 20), WaitingRank::inNs(span),
                       early.launch(span.begin == 30 ? 6 : 10), kReduceKernel);
    }
    WaitingRank late;
    late.t.op(late.host, WaitingRank::inNs({535, 545}), "record_param_comms");
    late.kernel(20, {550, 600});
    const auto set = setOf(early, late);
    EXPECT_EQ(set->analysis.totals[0].communication, us(120));
    EXPECT_EQ(set->analysis.totals[0].wait, us(70)) << "20 in the first kernel, 50 in the second";
    EXPECT_EQ(set->analysis.collectives.at(0).parts[0].wait, us(70));
}

// A step whose communication ends before one that was launched before the capture.
TEST(JointWaits, OfAStepAreAtMostItsLength) {
    WaitingRank early;
    early.kernel(20, {31, 269});
    early.unlaunched(21, {899, 1084}, kMessageKernel);
    WaitingRank late;
    late.kernel(20, {196, 269});
    const auto set = setOf(early, late);
    ASSERT_EQ(set->analysis.totals[0].steps.size(), 1U);
    EXPECT_EQ(set->analysis.totals[0].wait, us(165));
    EXPECT_EQ(set->analysis.totals[0].steps[0].range.length(), Duration{});
    EXPECT_EQ(set->analysis.totals[0].steps[0].wait, Duration{});
}

// Each is late for the other, in another kernel.
TEST(JointWaits, OfTwoRanksForEachOtherEndAtTheirChain) {
    WaitingRank ranks[2];
    for (int rank : {0, 1}) {
        ranks[rank].message({1, 12}, "send", 1 - rank);
        ranks[rank].t.kernel(ranks[rank].t.stream(0, 20), WaitingRank::inNs({20, 620}),
                             ranks[rank].launch(2), kMessageKernel);
        ranks[rank].message({500, 520}, "recv", 1 - rank);
        ranks[rank].t.kernel(ranks[rank].t.stream(0, 21), WaitingRank::inNs({600, 620}),
                             ranks[rank].launch(502), kMessageKernel);
    }
    const auto set = setOf(ranks[0], ranks[1]);
    for (const RankTotals& totals : set->analysis.totals) {
        EXPECT_EQ(totals.wait, us(580));
        EXPECT_EQ(totals.meanwhile.total(), us(580)) << "none of its own";
    }
}

// A rank is the GPU of most of its communications: kernels elsewhere wait in nobody's time.
TEST(JointWaits, OfAnotherGpuAreNone) {
    WaitingRank early;
    early.kernel(20, {10, 520});
    early.kernel(20, {600, 650});
    early.kernel(20, {700, 2000}, kReduceKernel, 1);
    WaitingRank late;
    late.kernel(20, {510, 520});
    late.kernel(20, {600, 650});
    late.kernel(20, {1990, 2000});
    const auto set = setOf(early, late);
    EXPECT_EQ(set->analysis.totals[0].recorded.length(), us(640));
    EXPECT_EQ(set->analysis.totals[0].communication, us(560));
    EXPECT_EQ(set->analysis.totals[0].wait, us(500));
}

}  // namespace
}  // namespace gaplight::test
