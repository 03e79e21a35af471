// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/core/detectors/detected.h"
#include "tests/support/checks/golden.h"
#include "tests/support/traces/gpu_facts.h"
#include "tests/support/traces/trace_dsl.h"

namespace gaplight {
namespace {

using test::Detected;
using test::evidenceExists;
using test::GpuFacts;
using test::Launched;
using test::TraceDsl;
using ::testing::IsEmpty;

constexpr const char* kLowOccupancyRule = "low-occupancy";

// cuDNN's batch norm of 64 channels in 64 blocks.
TEST(LowOccupancy, FindsBatchNormWithFewChannels) {
    const Detected detected("train_workers_pinned");
    const auto findings = detected.of(kLowOccupancyRule);
    ASSERT_EQ(findings.size(), 1U) << detected.text(kLowOccupancyRule);
    const Finding& finding = findings[0];
    EXPECT_EQ(finding.values.text("kernel"), "`bn_bw_1C11_kernel_new`");
    EXPECT_EQ(finding.values.count("others"), 1);
    ASSERT_EQ(finding.values.rows("kernels").size(), 2U);
    EXPECT_EQ(finding.values.rows("kernels")[1].text("kernel"), "`bn_fw_tr_1C11_kernel_NCHW`");
    EXPECT_EQ(finding.values.rows("kernels")[1].count("launches"), 32);
    EXPECT_EQ(finding.values.caseOf("limit"), "grid");
    EXPECT_EQ(finding.values.count("blocks"), 64);
    EXPECT_EQ(finding.values.count("sms"), 132);
    EXPECT_EQ(finding.values.count("idle_sms"), 68);
    EXPECT_EQ(finding.values.caseOf("fix"), "channels-last");
    EXPECT_FALSE(finding.cost.saving);
    EXPECT_TRUE(evidenceExists(detected.session(), finding));
}

// GroupNorm's moments: a block for each of 8 groups of 8 samples.
TEST(LowOccupancy, FindsNormsWithFewGroups) {
    const Detected detected("ema_foreach_none");
    const auto findings = detected.of(kLowOccupancyRule);
    ASSERT_EQ(findings.size(), 2U) << detected.text(kLowOccupancyRule);
    EXPECT_EQ(findings[0].values.text("kernel"), "`RowwiseMomentsCUDAKernel`");
    EXPECT_EQ(findings[0].count, 240U);
    EXPECT_EQ(findings[0].values.caseOf("fix"), "norm");
    EXPECT_EQ(findings[1].values.text("kernel"), "`reduce_kernel`");
}

TEST(LowOccupancy, Texts) {
    EXPECT_TRUE(test::matchesGolden(
        "findings/rules/low-occupancy.txt",
        test::textOf(kLowOccupancyRule, {"train_workers_pinned", "ema_foreach_none"})));
}

// Products and attention have few warps by design; kernels of a few µs are short, whatever their
// shape; foreach kernels have a block for each 65,536 elements.
TEST(LowOccupancy, IsSilentWhereAnExpertShrugs) {
    for (const char* trace :
         {"wan_before_compile", "wan_after_compile", "flux2_before_eager", "flux2_after_compile",
          "flux_after_eager", "flux_after_cudagraph", "llm_decode_eager", "graph_small_before",
          "graph_breaks", "optimizer_foreach", "optimizer_fused", "optimizer_loop",
          "ddp_straggler_rank0", "memory_flat", "sync_large_before"}) {
        EXPECT_THAT(Detected(trace).text(kLowOccupancyRule), IsEmpty()) << trace;
    }
}

// Launches of one kernel, 20 µs each unless told otherwise.
TraceDsl launchesOf(const std::string& kernelName, const Launched& launched,
                    std::int64_t length = 20'000, const GpuFacts& gpu = {}) {
    TraceDsl t;
    gpu.addTo(t);
    const auto host = t.thread("main");
    const auto stream = t.stream(0, 7);
    for (std::int64_t at = 0; at < 20; ++at) {
        t.op(host, {at * 100'000, at * 100'000 + 5'000}, "my::op");
        t.kernel(stream, {at * 100'000 + 8'000, at * 100'000 + 8'000 + length},
                 t.launch(host, {at * 100'000 + 1'000, at * 100'000 + 4'000}), kernelName);
        launched.addTo(t);
    }
    return t;
}

TEST(LowOccupancy, NamesWhatLimits) {
    const auto registers =
        Detected(launchesOf("triton_red_fused_sum_0", {{9'999, 1, 1}, {256, 1, 1}, 200}))
            .of(kLowOccupancyRule);
    ASSERT_EQ(registers.size(), 1U);
    EXPECT_EQ(registers[0].values.caseOf("limit"), "registers");
    EXPECT_EQ(registers[0].values.count("registers"), 200);
    EXPECT_EQ(registers[0].values.share("occupancy"), 0.125);
    EXPECT_EQ(registers[0].values.rows("kernels").at(0).rows("ops").at(0).text("op"), "`my::op`");
    EXPECT_EQ(registers[0].values.caseOf("fix"), "triton-registers");

    const auto shared =
        Detected(launchesOf("triton_red_fused_sum_0", {{9'999, 1, 1}, {128, 1, 1}, 32, 100'000}))
            .of(kLowOccupancyRule);
    ASSERT_EQ(shared.size(), 1U);
    EXPECT_EQ(shared[0].values.caseOf("limit"), "shared-memory");
    EXPECT_EQ(shared[0].values.count("shared_memory"), 100'000);
    EXPECT_EQ(shared[0].values.caseOf("fix"), "triton-shared-memory");

    const GpuFacts turing{"Tesla T4", 7, 5, 40, 2048, 65536, 65536};
    const auto blocks =
        Detected(launchesOf("my_kernel", {{9'999, 1, 1}, {16, 1, 1}, 16}, 20'000, turing))
            .of(kLowOccupancyRule);
    ASSERT_EQ(blocks.size(), 0U) << "16 blocks of a warp are 25 %";

    const auto grid = Detected(launchesOf("triton_red_fused_sum_0", {{16, 1, 1}, {256, 1, 1}, 32}))
                          .of(kLowOccupancyRule);
    ASSERT_EQ(grid.size(), 1U);
    EXPECT_EQ(grid[0].values.count("blocks"), 16);
    EXPECT_EQ(grid[0].values.caseOf("fix"), "triton-grid");
}

TEST(LowOccupancy, LeavesDesignsAlone) {
    const Launched small{{64, 1, 1}, {128, 1, 1}, 32};
    for (const char* kernel :
         {"ampere_sgemm_128x64_tn", "void flash_fwd_kernel<64>(Params)", "ncclDevKernel_AllReduce",
          "void multi_tensor_apply_kernel<Adam>()", "triton_tem_fused_mm_0"}) {
        EXPECT_THAT(Detected(launchesOf(kernel, small)).of(kLowOccupancyRule), IsEmpty()) << kernel;
    }
    EXPECT_EQ(Detected(launchesOf("my_kernel", small)).of(kLowOccupancyRule).size(), 1U);
    // Its author may have wanted the registers.
    const Launched full{{9'999, 1, 1}, {128, 1, 1}, 255};
    EXPECT_THAT(Detected(launchesOf("my_kernel", full)).of(kLowOccupancyRule), IsEmpty());
    EXPECT_EQ(Detected(launchesOf("triton_red_fused_sum_0", full)).of(kLowOccupancyRule).size(),
              1U);
}

// What runs beside others leaves nothing empty.
TEST(LowOccupancy, LeavesOutWhatRunsBesideOthers) {
    TraceDsl t = launchesOf("my_kernel", {{64, 1, 1}, {128, 1, 1}, 32});
    for (std::int64_t at = 0; at < 12; ++at) {
        t.kernel(t.stream(0, 8), {at * 100'000 + 8'000, at * 100'000 + 18'000}, 0, "other");
    }
    const auto findings = Detected(t).of(kLowOccupancyRule);
    ASSERT_EQ(findings.size(), 1U);
    EXPECT_EQ(findings[0].count, 8U) << "12 of 20 have another beside them for half of their time";
    EXPECT_EQ(findings[0].values.time("time"), Duration(8 * 20'000));
    for (std::int64_t at = 12; at < 20; ++at) {
        t.kernel(t.stream(0, 8), {at * 100'000 + 8'000, at * 100'000 + 18'000}, 0, "other");
    }
    EXPECT_THAT(Detected(t).of(kLowOccupancyRule), IsEmpty());
}

TEST(LowOccupancy, FollowsItsThresholds) {
    const Launched small{{100, 1, 1}, {256, 1, 1}, 32};
    EXPECT_EQ(Detected(launchesOf("my_kernel", small)).of(kLowOccupancyRule).size(), 1U);
    EXPECT_THAT(Detected(launchesOf("my_kernel", small, 9'000)).of(kLowOccupancyRule), IsEmpty());
    EXPECT_EQ(Detected(launchesOf("my_kernel", small, 9'000), {"low-occupancy.min_duration=9us"})
                  .of(kLowOccupancyRule)
                  .size(),
              1U);
    EXPECT_THAT(Detected(launchesOf("my_kernel", small), {"low-occupancy.occupancy=5%"})
                    .of(kLowOccupancyRule),
                IsEmpty());
    EXPECT_THAT(Detected(launchesOf("my_kernel", small), {"low-occupancy.min_time=401us"})
                    .of(kLowOccupancyRule),
                IsEmpty());
    const Launched enough{{132, 1, 1}, {256, 1, 1}, 32};
    EXPECT_THAT(Detected(launchesOf("my_kernel", enough)).of(kLowOccupancyRule), IsEmpty());
    EXPECT_EQ(Detected(launchesOf("my_kernel", enough), {"low-occupancy.blocks_per_sm=2"})
                  .of(kLowOccupancyRule)
                  .size(),
              1U);

    TraceDsl rare = launchesOf("my_kernel", small);
    rare.kernel(rare.stream(0, 7), {3'000'000, 90'000'000}, 0, "other");
    EXPECT_THAT(Detected(rare).of(kLowOccupancyRule), IsEmpty()) << "under 1 % of the busy time";
}

TEST(LowOccupancy, NeedsTheGpusProperties) {
    TraceDsl t;
    t.kernel(t.stream(0, 7), {0, 20'000}, 0, "my_kernel");
    Launched{{16, 1, 1}}.addTo(t);
    EXPECT_EQ(Detected(t).notApplicable(kLowOccupancyRule),
              "the GPU's properties or the kernels' grids were not recorded");
}

}  // namespace
}  // namespace gaplight
