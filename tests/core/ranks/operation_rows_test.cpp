// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/report/ranks/operation_rows.h"

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

using ::testing::DoubleNear;
using ::testing::ElementsAre;
using ::testing::Optional;

std::shared_ptr<const RankSet> openedSet(const std::string& name) {
    return openRankSet(traceFilesIn(std::vector{dataFile("ranks/" + name)}).value()).value();
}

TEST(OperationRows, CompareTheBandwidthWithTheLink) {
    const auto set = openedSet("fsdp");
    const std::vector<OperationRow> rows = operationRows(*set);
    ASSERT_EQ(rows.size(), 2U);
    // 100,716,544 B × 3/4 in 258.815 µs; NVLink of an H200.
    EXPECT_EQ(rows[0].operation, "_allgather_base");
    EXPECT_THAT(rows[0].busBandwidth, Optional(DoubleNear(291.8587e9, 1e6)));
    EXPECT_THAT(rows[0].linkBandwidth, Optional(450e9));
    EXPECT_THAT(rows[0].linkShare(), Optional(DoubleNear(0.6486, 1e-4)));
    EXPECT_THAT(linkLines(*set), ElementsAre("group 0: NVLink 4, at most 450 GB/s from each GPU"));
}

TEST(OperationRows, OfSendsTakeTheWholeMessage) {
    const auto set = openedSet("pp_gpipe4_stage2_heavy");
    const std::vector<OperationRow> rows = operationRows(*set);
    ASSERT_EQ(rows.size(), 1U);
    EXPECT_EQ(rows[0].bytes, 2'097'152);
    EXPECT_THAT(rows[0].busBandwidth, Optional(DoubleNear(92.28e9, 1e8)));
}

// A job of two ranks that reduce once in each of three periods.
struct MadeJob {
    std::string gpu = "NVIDIA H200";
    std::vector<std::string> hosts{"", ""};
    int gpus = 8;  // that each trace lists
    std::vector<int> numbers{0, 1};
};

std::shared_ptr<const Session> jobSession(const MadeJob& job, std::size_t rank) {
    TraceDsl t;
    const auto host = t.thread("main");
    const auto stream = t.stream(static_cast<int>(rank), 20);
    for (int n = 0; n < 3; ++n) {
        const std::int64_t begin = (n + 1) * 50 * kMs;
        t.kernel(stream, {begin, begin + 2 * kMs},
                 t.launch(host, {begin - 100 * kUs, begin - 90 * kUs}),
                 "ncclDevKernel_AllReduce_Sum_f32_RING_LL");
    }
    std::string devices;
    for (int device = 0; device < job.gpus; ++device) {
        devices += (device == 0 ? R"([{"id": )" : R"(, {"id": )") + std::to_string(device) +
                   R"(, "name": ")" + job.gpu + R"("})";
    }
    t.fact("deviceProperties", devices + "]");
    t.fact("distributedInfo", R"({"rank": )" + std::to_string(job.numbers[rank]) +
                                  R"(, "world_size": 16, "hostname": ")" + job.hosts[rank] +
                                  R"("})");
    t.fact("baseTimeNanoseconds", "1790857026000000000");
    const auto source = plainMemorySource(std::make_shared<const std::string>(t.json()));
    return openSession("r.json", *source).value();
}

CommunicatorLink linkOf(const MadeJob& job) {
    const auto set = rankSetOf({jobSession(job, 0), jobSession(job, 1)});
    const std::vector<CommunicatorLink> links = communicatorLinks(*set);
    EXPECT_EQ(links.size(), 1U);
    return links.front();
}

TEST(CommunicatorLinks, AreThoseOfTheGpuOnOneHost) {
    EXPECT_EQ(linkOf({}).name, "NVLink 4");
    EXPECT_EQ(linkOf({}).bytes, 450e9);
    EXPECT_EQ(linkOf({"NVIDIA B200", {"a", "a"}}).bytes, 900e9);
    EXPECT_EQ(linkOf({"NVIDIA L4"}).name, "PCIe 4.0");
    const CommunicatorLink mesh = linkOf({"AMD Instinct MI300X"});
    EXPECT_EQ(mesh.bytes, 64e9) << "two GPUs have one link between them";
    EXPECT_EQ(mesh.peerBytes, 64e9);
}

TEST(CommunicatorLinks, AreUnknownAcrossHosts) {
    EXPECT_EQ(linkOf({"NVIDIA H200", {"a", "b"}}).unknown, "its ranks are on 2 hosts");
    EXPECT_EQ(linkOf({"NVIDIA H200", {"", ""}, 8, {0, 8}}).unknown,
              "its ranks may be on several hosts");
    EXPECT_EQ(linkOf({"NVIDIA H200", {"", ""}, 1}).unknown, "its ranks may be on several hosts");
    EXPECT_EQ(linkOf({"NVIDIA H200", {"", "b"}, 1}).unknown, "its ranks may be on several hosts");
    EXPECT_EQ(linkOf({"NVIDIA H200", {"", "b"}, 1}).name, "");
    EXPECT_EQ(linkOf({"NVIDIA H200", {"a", "a"}, 1}).name, "NVLink 4");
}

TEST(CommunicatorLinks, AreUnknownOfOtherGpus) {
    EXPECT_EQ(linkOf({"NVIDIA Z1"}).unknown, "no figure is known of NVIDIA Z1");
    EXPECT_EQ(linkOf({"NVIDIA H100 NVL"}).unknown, "no figure is known of NVIDIA H100 NVL")
        << "it may have a bridge";
    EXPECT_EQ(linkOf({""}).unknown, "the traces do not name the GPU");
}

}  // namespace
}  // namespace gaplight::test
