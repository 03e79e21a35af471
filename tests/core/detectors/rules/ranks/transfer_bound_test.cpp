// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/detectors/rules/ranks/transfer_bound.h"

#include <chrono>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "core/trace/trace_builder.h"
#include "tests/support/traces/trace_dsl.h"

namespace gaplight {
namespace {

// A job of `world` ranks on hosts with `gpus` GPUs of this name.
std::shared_ptr<const Trace> jobOn(const std::string& name, int gpus, int world) {
    test::TraceDsl t;
    t.kernel(t.stream(0, 7), {0, 100});
    TraceFacts facts;
    for (int id = 0; id < gpus; ++id) {
        facts.devices.emplace_back();
        facts.devices.back().gpu = GpuId(SourceId(), id);
        facts.devices.back().name = name;
    }
    facts.worldSize = world;
    TraceBuilder builder;
    builder.add(t.batch());
    return builder.finish(std::move(facts));
}

const GpuId kGpu(SourceId(), 0);

CollectiveMessage message(std::int64_t elements, int ranks) {
    return {"allreduce", elements, 4, ranks, {}};
}

std::string linkOn(const std::string& name, int gpus, int world, std::vector<int> ranks = {}) {
    CollectiveMessage one = message(1'000, static_cast<int>(ranks.size()));
    one.ranks = std::move(ranks);
    return std::string(linkOf(*jobOn(name, gpus, world), kGpu, one).name);
}

TEST(TransferBound, KnowsTheLinksOfAHost) {
    EXPECT_EQ(linkOn("NVIDIA H200", 8, 4), "NVLink");
    EXPECT_EQ(linkOn("NVIDIA A100-SXM4-80GB", 8, 8), "NVLink");
    EXPECT_EQ(linkOn("NVIDIA A100 80GB PCIe", 8, 8), "PCIe");
    EXPECT_EQ(linkOn("NVIDIA H100 NVL", 8, 8), "PCIe");
    EXPECT_EQ(linkOn("NVIDIA H200 NVL", 8, 8), "PCIe") << "in pairs or fours";
    EXPECT_EQ(linkOn("AMD Instinct MI300X", 8, 8), "Infinity Fabric");
    EXPECT_EQ(linkOn("NVIDIA L4", 4, 2), "PCIe");
}

TEST(TransferBound, TakesGroupsThatMaySpanHostsForANetwork) {
    EXPECT_EQ(linkOn("NVIDIA H200", 8, 16), "a network");
    EXPECT_EQ(linkOn("NVIDIA H200", 8, 16, {8, 9, 10, 11}), "NVLink") << "all on the second host";
    EXPECT_EQ(linkOn("NVIDIA H200", 8, 16, {0, 8}), "a network");
    EXPECT_EQ(linkOn("NVIDIA H200", 1, 4), "a network") << "the file shows one GPU";
}

TEST(TransferBound, CountsBytesAsNcclTestsDoes) {
    const auto trace = jobOn("NVIDIA H200", 8, 8);
    const auto boundOf = [&](std::string_view operation,
                             const std::vector<CollectiveMessage>& messages) {
        return transferBound(*trace, kGpu, operation, messages);
    };
    const auto reduced = boundOf("all-reduce", {message(250'000, 4)});
    ASSERT_TRUE(reduced);
    EXPECT_EQ(reduced->sentBytes, 1'500'000);  // 2 x 3/4 of 1 MB
    EXPECT_EQ(reduced->time, std::chrono::microseconds(4 * 20 + 15));
    EXPECT_EQ(boundOf("all-gather", {message(250'000, 4)})->sentBytes, 750'000);
    EXPECT_EQ(boundOf("broadcast", {message(250'000, 4)})->sentBytes, 1'000'000);
    EXPECT_EQ(boundOf("send/receive", {message(250'000, 4), message(250'000, 4)})->sentBytes,
              2'000'000);
    EXPECT_EQ(boundOf("all-reduce", {message(250'000, 0)})->sentBytes, 1'750'000)
        << "of the job, where the group's size is not known";
}

TEST(TransferBound, IsUnknownWithoutASize) {
    const auto trace = jobOn("NVIDIA H200", 8, 8);
    EXPECT_FALSE(transferBound(*trace, kGpu, "all-reduce", {}));
    const std::vector<CollectiveMessage> none{message(0, 4)};
    EXPECT_FALSE(transferBound(*trace, kGpu, "all-reduce", none));
    std::vector<CollectiveMessage> untyped{message(250'000, 4)};
    untyped[0].bytesPerElement = 0;
    EXPECT_FALSE(transferBound(*trace, kGpu, "all-reduce", untyped));
}

}  // namespace
}  // namespace gaplight
