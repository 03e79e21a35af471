// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/ranks/collective_rates.h"

#include <memory>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/io/plain_sources.h"
#include "core/session/efficiency_of.h"
#include "core/session/session.h"
#include "tests/support/checks/golden.h"
#include "tests/support/traces/trace_dsl.h"

namespace gaplight::test {
namespace {

using ::testing::DoubleEq;
using ::testing::DoubleNear;
using ::testing::IsEmpty;
using ::testing::Optional;
using ::testing::SizeIs;

TEST(BusFactor, IsThatOfNcclTests) {
    EXPECT_THAT(busFactor("allreduce", 4), Optional(1.5));
    EXPECT_THAT(busFactor("allreduce_coalesced", 8), Optional(1.75));
    EXPECT_THAT(busFactor("_allgather_base", 4), Optional(0.75));
    EXPECT_THAT(busFactor("all_gather", 2), Optional(0.5));
    EXPECT_THAT(busFactor("_reduce_scatter_base", 4), Optional(0.75));
    EXPECT_THAT(busFactor("reduce_scatter_tensor_coalesced", 4), Optional(0.75));
    EXPECT_THAT(busFactor("all_to_allv", 4), Optional(0.75));
    EXPECT_THAT(busFactor("gather", 4), Optional(0.75));
    EXPECT_THAT(busFactor("scatter", 4), Optional(0.75));
    EXPECT_THAT(busFactor("broadcast", 4), Optional(1.0));
    EXPECT_THAT(busFactor("_reduce_oop", 4), Optional(1.0));
    EXPECT_THAT(busFactor("send_recv", 2), Optional(1.0));
    EXPECT_FALSE(busFactor("barrier", 4));
    EXPECT_FALSE(busFactor("allreduce", 1));
}

// One call of torch.distributed and its kernel.
struct MadeCall {
    std::string operation = "allreduce";
    std::int64_t elements = 1'000'000;
    std::int64_t duration = 100 * kUs;
    std::string type = "Float";
    int groupSize = 4;
    std::string ranks = "[0, 1, 2, 3]";
};

// A rank of a job of 16 on hosts of `gpus` GPUs, that makes `calls` one after another.
std::shared_ptr<const Session> madeRank(const std::vector<MadeCall>& calls,
                                        const std::string& gpu = "NVIDIA H200", int gpus = 8) {
    TraceDsl t;
    const auto host = t.thread("main");
    const auto stream = t.stream(0, 20);
    std::int64_t at = kMs;
    for (const MadeCall& call : calls) {
        t.op(host, {at, at + 20 * kUs}, "record_param_comms");
        t.arg("Collective name", '"' + call.operation + '"');
        t.arg("In msg nelems", std::to_string(call.elements));
        t.arg("Out msg nelems", std::to_string(call.elements));
        t.arg("dtype", '"' + call.type + '"');
        t.arg("Group size", std::to_string(call.groupSize));
        t.arg("Process Group Name", "\"0\"");
        t.arg("Process Group Ranks", '"' + call.ranks + '"');
        t.kernel(stream, {at + 30 * kUs, at + 30 * kUs + call.duration},
                 t.launch(host, {at + 5 * kUs, at + 10 * kUs}), "ncclDevKernel_AllReduce_Sum_f32");
        at += 10 * kMs;
    }
    std::string devices;
    for (int device = 0; device < gpus; ++device) {
        devices += (device == 0 ? R"([{"id": )" : R"(, {"id": )") + std::to_string(device) +
                   R"(, "name": ")" + gpu + R"("})";
    }
    t.fact("deviceProperties", devices + "]");
    t.fact("distributedInfo", R"({"rank": 0, "world_size": 16})");
    const auto source = plainMemorySource(std::make_shared<const std::string>(t.json()));
    const auto session = openSession("r.json", *source);
    EXPECT_TRUE(session) << session.error().message;
    return *session;
}

std::vector<CollectiveRate> ratesOf(const Session& session) {
    return efficiencyOf(session).collectives;
}

TEST(CollectiveRates, AreOfTheShortestCall) {
    const auto session = madeRank({{"allreduce", 1'000'000, 100 * kUs},
                                   {"allreduce", 1'000'000, 40 * kUs},
                                   {"allreduce", 1'000'000, 300 * kUs}});
    const std::vector<CollectiveRate> rates = ratesOf(*session);
    ASSERT_THAT(rates, SizeIs(1));
    EXPECT_EQ(rates[0].operation, "allreduce");
    EXPECT_EQ(rates[0].ranks, 4U);
    EXPECT_EQ(rates[0].count, 3U);
    EXPECT_EQ(rates[0].bytes, 4'000'000);
    EXPECT_EQ(rates[0].total, 440 * kMicrosecond);
    EXPECT_EQ(rates[0].median, 100 * kMicrosecond);
    EXPECT_EQ(rates[0].shortest, 40 * kMicrosecond);
    EXPECT_EQ(session->trace->slices().duration(rates[0].kernel), 40 * kMicrosecond);
    // 4 MB × 2 × 3/4 in 40 µs: 150 GB/s, a third of NVLink 4.
    EXPECT_THAT(rates[0].sentBytes, DoubleEq(6e6));
    EXPECT_THAT(rates[0].minBytesPerSecond(), DoubleEq(150e9));
    EXPECT_EQ(rates[0].link, "NVLink 4");
    EXPECT_THAT(rates[0].minEfficiency(), Optional(DoubleNear(1.0 / 3, 1e-9)));
}

TEST(CollectiveRates, JoinMessagesWithinOnePercent) {
    const auto session = madeRank({{"allreduce", 1'000'000, 100 * kUs},
                                   {"allreduce", 1'010'000, 90 * kUs},
                                   {"allreduce", 1'010'001, 80 * kUs},
                                   {"broadcast", 1'000'000, 10 * kUs}});
    const std::vector<CollectiveRate> rates = ratesOf(*session);
    ASSERT_THAT(rates, SizeIs(3));
    EXPECT_EQ(rates[0].count, 2U) << "most time first";
    EXPECT_EQ(rates[0].bytes, 4'040'000) << "of the shortest";
    EXPECT_EQ(rates[1].bytes, 4'040'004);
    EXPECT_EQ(rates[2].operation, "broadcast");
    EXPECT_THAT(rates[2].sentBytes, DoubleEq(4e6));
}

TEST(CollectiveRates, OfAPairUseOneLinkOfSeveral) {
    const auto session = madeRank({{"send", 1'000'000, 200 * kUs}, {}}, "AMD Instinct MI300X");
    const std::vector<CollectiveRate> rates = ratesOf(*session);
    ASSERT_THAT(rates, SizeIs(2));
    EXPECT_EQ(rates[0].linkBytes, 64e9);
    EXPECT_GT(rates[1].linkBytes, 64e9);
}

TEST(CollectiveRates, StateNoLinkThatMayNotBeTheirs) {
    const auto unknown = [](const MadeCall& call, const std::string& gpu, int gpus) {
        const auto session = madeRank({call}, gpu, gpus);
        const std::vector<CollectiveRate> rates = ratesOf(*session);
        EXPECT_THAT(rates, SizeIs(1));
        EXPECT_FALSE(rates.front().minEfficiency());
        EXPECT_GT(rates.front().minBytesPerSecond(), 0);
        return rates.front().unknownLink;
    };
    const std::string hosts = "its ranks may be on several hosts";
    EXPECT_EQ(unknown({}, "NVIDIA H200", 1), hosts);
    EXPECT_EQ(unknown({}, "NVIDIA H200", 2), hosts);
    MadeCall cut;
    cut.groupSize = 16;
    cut.ranks = "[0, 1, 2, ..., 15]";
    EXPECT_EQ(unknown(cut, "NVIDIA H200", 8), hosts);
    EXPECT_EQ(unknown({}, "NVIDIA H900", 8), "no figure is known of NVIDIA H900");
    EXPECT_EQ(unknown({}, "", 8), "the trace does not name the GPU");
}

TEST(CollectiveRates, LeaveOutWhatIsNotRecorded) {
    MadeCall noType;
    noType.type = "Quaternion";
    MadeCall alone;
    alone.groupSize = 1;
    MadeCall barrier;
    barrier.operation = "barrier";
    MadeCall huge;
    huge.elements = std::int64_t{1} << 62;
    EXPECT_THAT(ratesOf(*madeRank({noType, alone, barrier, huge})), IsEmpty());
}

TEST(CollectiveRates, AreBelowTheTransferOfAllRanks) {
    // All ranks together: the all-gather's median transfer is 259 µs at 292 GB/s (65 %). On rank 0
    // every call also waits, so that its own trace shows less.
    const auto session = openSession(dataFile("ranks/fsdp/rank0.json.zst"));
    ASSERT_TRUE(session);
    const std::vector<CollectiveRate> rates = ratesOf(**session);
    ASSERT_THAT(rates, SizeIs(2));
    EXPECT_EQ(rates[0].operation, "_allgather_base");
    EXPECT_EQ(rates[0].count, 24U);
    EXPECT_EQ(rates[0].bytes, 100'716'544);
    EXPECT_THAT(rates[0].minEfficiency(), Optional(DoubleNear(0.161, 1e-3)));
    // The sends of a pipeline are not waited for.
    const auto pipeline = openSession(dataFile("ranks/pp_gpipe4_stage2_heavy/rank1.json.zst"));
    ASSERT_TRUE(pipeline);
    for (const CollectiveRate& rate : ratesOf(**pipeline)) {
        EXPECT_EQ(rate.bytes, 2'097'152);
        EXPECT_THAT(rate.minBytesPerSecond(), DoubleNear(148e9, 5e9)) << rate.operation;
    }
}

}  // namespace
}  // namespace gaplight::test
