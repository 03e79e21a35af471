// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/compare/kernel_changes.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/io/plain_sources.h"
#include "core/report/diff/kernel_change_tables.h"
#include "core/session/comparison_of.h"
#include "tests/support/traces/trace_dsl.h"

namespace gaplight {
namespace {

using test::TraceDsl;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

struct NamedKernel {
    std::string name;
    std::int64_t durationNs = 20'000;
};

// Four steps that run these kernels one after the other.
std::shared_ptr<const Session> kernelLoop(const std::vector<NamedKernel>& kernels) {
    TraceDsl t;
    const auto host = t.thread("main");
    const auto stream = t.stream(0, 7);
    std::int64_t now = 0;
    std::int64_t gpuFree = 0;
    for (int step = 0; step < 4; ++step) {
        const std::int64_t begin = now;
        for (const NamedKernel& kernel : kernels) {
            const auto launch = t.launch(host, {now, now + 2'000});
            const std::int64_t start = std::max(gpuFree, now + 5'000);
            gpuFree = start + kernel.durationNs;
            t.kernel(stream, {start, gpuFree}, launch, kernel.name);
            now += 3'000;
        }
        t.annotation(host, {begin, now}, "step");
        now += 1'000;
    }
    const auto source = plainMemorySource(std::make_shared<const std::string>(t.json()));
    const auto session = openSession("kernels.json", *source);
    EXPECT_TRUE(session) << session.error().message;
    return *session;
}

std::vector<KernelExchange> exchangesOf(const std::vector<NamedKernel>& a,
                                        const std::vector<NamedKernel>& b) {
    return compareSessions(*kernelLoop(a), *kernelLoop(b)).kernels.exchanges;
}

constexpr const char* kRelu = "void at::native::vectorized_elementwise_kernel<4, relu>()";
constexpr const char* kAdd = "void at::native::elementwise_kernel<128, 4, add>()";
constexpr const char* kFused = "triton_poi_fused_add_relu_0";

TEST(KernelExchanges, AreBetweenLibraryKernels) {
    const auto exchanges = exchangesOf({{"sgemm_1"}, {kRelu}, {kAdd}, {"sgemm_2"}},
                                       {{"sgemm_1"}, {kFused, 10'000}, {"sgemm_2"}});
    ASSERT_EQ(exchanges.size(), 1U);
    EXPECT_THAT(exchanges[0].a, ElementsAre("elementwise_kernel", "vectorized_elementwise_kernel"));
    EXPECT_THAT(exchanges[0].b, ElementsAre(kFused));
    EXPECT_EQ(exchanges[0].times, 3U);  // without the warm-up step
    EXPECT_EQ(exchanges[0].timeA, Duration(3 * 40'000));
    EXPECT_EQ(exchanges[0].timeB, Duration(3 * 10'000));
}

// B runs sgemm_x two products later.
TEST(KernelExchanges, LeaveOutProductsThatMoved) {
    const auto exchanges = exchangesOf(
        {{"sgemm_0"}, {"sgemm_x"}, {kRelu}, {kAdd}, {"sgemm_1"}, {"sgemm_2"}, {"sgemm_9"}},
        {{"sgemm_0"}, {kFused}, {"sgemm_1"}, {"sgemm_2"}, {"sgemm_x"}, {"sgemm_9"}});
    ASSERT_EQ(exchanges.size(), 1U);
    EXPECT_THAT(exchanges[0].a, ElementsAre("elementwise_kernel", "vectorized_elementwise_kernel"));
    EXPECT_THAT(exchanges[0].b, ElementsAre(kFused));
}

TEST(KernelExchanges, KeepProductsApartFromElementwiseKernels) {
    const auto exchanges = exchangesOf(
        {{"sgemm_0"}, {"sgemm_q"}, {"sgemm_k"}, {"sgemm_v"}, {kRelu}, {kAdd}, {"sgemm_9"}},
        {{"sgemm_0"}, {"sgemm_qkv"}, {kFused}, {"sgemm_9"}});
    ASSERT_EQ(exchanges.size(), 2U);
    EXPECT_THAT(exchanges[0].a, ElementsAre("sgemm_k", "sgemm_q", "sgemm_v"));
    EXPECT_THAT(exchanges[0].b, ElementsAre("sgemm_qkv"));
    EXPECT_THAT(exchanges[1].b, ElementsAre(kFused));
}

TEST(KernelExchanges, KeepWhatAFusedAttentionReplaces) {
    const auto exchanges = exchangesOf(
        {{"sgemm_0"}, {"sgemm_qk"}, {"softmax_warp_forward"}, {"sgemm_pv"}, {"sgemm_9"}},
        {{"sgemm_0"}, {"flash_fwd_kernel"}, {"sgemm_9"}});
    ASSERT_EQ(exchanges.size(), 1U);
    EXPECT_THAT(exchanges[0].a, ElementsAre("sgemm_pv", "sgemm_qk", "softmax_warp_forward"));
    EXPECT_THAT(exchanges[0].b, ElementsAre("flash_fwd_kernel"));
}

// The runs share the norm in the middle; what is around it was fused on each side of it.
TEST(KernelExchanges, AreCutAtKernelsOfEqualName) {
    const auto exchanges = exchangesOf(
        {{"sgemm_0"}, {kRelu}, {kAdd}, {"layer_norm_kernel"}, {kRelu}, {kAdd}, {kAdd}, {"sgemm_9"}},
        {{"sgemm_0"}, {kFused}, {"layer_norm_kernel"}, {"triton_poi_fused_1"}, {"sgemm_9"}});
    ASSERT_EQ(exchanges.size(), 2U);
    EXPECT_THAT(exchanges[0].b, ElementsAre("triton_poi_fused_1"));
    EXPECT_EQ(exchanges[0].a.size(), 3U);
    EXPECT_THAT(exchanges[1].b, ElementsAre(kFused));
    EXPECT_EQ(exchanges[1].a.size(), 2U);
}

TEST(KernelExchanges, AreNoneWhereKernelsOnlyMoved) {
    EXPECT_THAT(
        exchangesOf({{"sgemm_1"}, {"sgemm_2"}, {kRelu}}, {{"sgemm_2"}, {"sgemm_1"}, {kRelu}}),
        IsEmpty());
}

KernelChange changeOf(std::uint64_t countA, std::int64_t timeA, std::uint64_t countB,
                      std::int64_t timeB, KernelGroup group = KernelGroup::Matmul) {
    return {"kernel", group, {countA, Duration(timeA)}, {countB, Duration(timeB)}};
}

TEST(KernelChange, FewerCallsAreNotFaster) {
    constexpr double kFloor = 0.02;
    const auto kindOf = [](const KernelChange& change, double clock = 1) {
        return change.kind(kFloor, clock);
    };
    EXPECT_EQ(kindOf(changeOf(588, 588'000, 108, 108'500)), KernelChangeKind::FewerCalls);
    EXPECT_EQ(kindOf(changeOf(108, 108'000, 588, 588'000)), KernelChangeKind::MoreCalls);
    EXPECT_EQ(kindOf(changeOf(100, 100'000, 100, 80'000)), KernelChangeKind::Faster);
    EXPECT_EQ(kindOf(changeOf(100, 100'000, 100, 120'000)), KernelChangeKind::Slower);
    EXPECT_EQ(kindOf(changeOf(100, 100'000, 100, 101'000)), KernelChangeKind::Same);
    EXPECT_EQ(kindOf(changeOf(100, 100'000, 50, 110'000)), KernelChangeKind::FewerCalls);
    // At A's clock nothing changed.
    EXPECT_EQ(kindOf(changeOf(100, 100'000, 100, 120'000), 1.2), KernelChangeKind::Same);
    EXPECT_EQ(kindOf(changeOf(100, 100'000, 100, 120'000, KernelGroup::Collective), 1.2),
              KernelChangeKind::Longer);
    EXPECT_EQ(kindOf(changeOf(100, 100'000, 100, 10'000, KernelGroup::Collective)),
              KernelChangeKind::Shorter);
    EXPECT_EQ(kindOf(changeOf(0, 0, 100, 10'000)), KernelChangeKind::Appeared);
    EXPECT_EQ(kindOf(changeOf(100, 10'000, 0, 0)), KernelChangeKind::Vanished);
}

TEST(KernelChange, TellsCallsFromTheirTime) {
    const Verdict verdict;
    EXPECT_EQ(kernelChangeText(changeOf(588, 588'000, 108, 108'500), verdict), "fewer calls");
    EXPECT_EQ(kernelChangeText(changeOf(588, 588'000, 108, 129'600), verdict),
              "fewer calls, mean 20 % longer");
    EXPECT_EQ(kernelChangeText(changeOf(100, 100'000, 100, 80'000), verdict), "faster");
    EXPECT_EQ(kernelChangeText(changeOf(100, 100'000, 100, 100'000), verdict), "");
}

}  // namespace
}  // namespace gaplight
