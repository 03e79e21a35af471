// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include <chrono>
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

constexpr const char* kWaveQuantizationRule = "wave-quantization";
constexpr const char* kGemm = "ampere_sgemm_128x64_tn";
// One such block fills an SM of an H200.
constexpr int kRegisters = 254;

TraceDsl launchesOf(const std::string& kernelName, int blocks, int registers = kRegisters,
                    int threads = 256) {
    TraceDsl t;
    GpuFacts{}.addTo(t);
    const auto host = t.thread("main");
    const auto stream = t.stream(0, 7);
    for (std::int64_t at = 0; at < 1'000'000; at += 100'000) {
        t.op(host, {at, at + 10'000}, "aten::mm");
        t.kernel(stream, {at + 20'000, at + 100'000}, t.launch(host, {at + 1'000, at + 5'000}),
                 kernelName);
        Launched{{blocks, 1, 1}, {threads, 1, 1}, registers}.addTo(t);
    }
    return t;
}

// A product of 5,760 rows has 540 tiles, and 528 run at once; with 5,632 rows it has 528. Measured:
// 1.998 ms become 1.346 ms.
TEST(WaveQuantization, FindsTwelveTilesTooMany) {
    const Detected detected("kernels/waves_before");
    const auto findings = detected.of(kWaveQuantizationRule);
    ASSERT_EQ(findings.size(), 1U) << detected.text(kWaveQuantizationRule);
    const Finding& finding = findings[0];
    EXPECT_EQ(finding.count, 32U);
    EXPECT_EQ(finding.perStep, 8.0);
    EXPECT_EQ(finding.values.text("kernel"), "`tile_product`");
    EXPECT_EQ(finding.values.get<ShareValue>("last_wave_share"), shareOfPpm(12'000'000 / 528));
    EXPECT_EQ(finding.values.caseOf("loss"), "range");
    EXPECT_NEAR(finding.values.share("min_loss").value_or(0), 0.18, 0.005);
    EXPECT_NEAR(finding.values.share("max_loss").value_or(0), 0.49, 0.005);
    EXPECT_EQ(finding.values.count("blocks"), 540);
    EXPECT_EQ(finding.values.count("wave"), 528);
    EXPECT_EQ(finding.values.count("blocks_per_sm"), 4);
    EXPECT_EQ(finding.values.count("sms"), 132);
    EXPECT_TRUE(evidenceExists(detected.session(), finding));
    ASSERT_TRUE(finding.cost.saving);
    EXPECT_GT(finding.cost.savingShare, 0.05);
    EXPECT_LT(finding.cost.savingShare, 0.33) << "what was measured";
    EXPECT_THAT(Detected("kernels/waves_after").text(kWaveQuantizationRule), IsEmpty());
}

TEST(WaveQuantization, Texts) {
    EXPECT_TRUE(test::matchesGolden(
        "findings/rules/wave-quantization.txt",
        test::textOf(kWaveQuantizationRule, {"kernels/waves_before"}) + "a product\n" +
            Detected(launchesOf(kGemm, 140)).text(kWaveQuantizationRule)));
}

TEST(WaveQuantization, FindsALastWaveThatIsNearlyEmpty) {
    const Detected detected(launchesOf(kGemm, 140));
    const auto findings = detected.of(kWaveQuantizationRule);
    ASSERT_EQ(findings.size(), 1U);
    const Finding& finding = findings[0];
    EXPECT_EQ(finding.count, 10U);
    EXPECT_EQ(finding.values.caseOf("loss"), "exact");
    EXPECT_NEAR(finding.values.share("max_loss").value_or(0), 0.47, 0.005);
    EXPECT_EQ(finding.values.time("time"), std::chrono::microseconds(800));
    EXPECT_EQ(finding.values.count("wave"), 132);
    EXPECT_EQ(finding.values.count("last_wave"), 8);
    EXPECT_EQ(finding.values.rows("ops").at(0).text("op"), "`aten::mm`");
    EXPECT_EQ(finding.values.caseOf("fix"), "matmul");
    ASSERT_EQ(finding.edits.size(), 10U);
    EXPECT_EQ(finding.edits[0].kind, ReplayEdit::Kind::ScaleActivity);
    EXPECT_NEAR(finding.edits[0].factor, 140.0 / 264, 1e-5);
    EXPECT_TRUE(evidenceExists(detected.session(), finding));
}

// Four blocks share an SM: those that are left over run faster alone, so that less is lost.
TEST(WaveQuantization, CountsTheLossThatIsSure) {
    const auto findings = Detected(launchesOf(kGemm, 576, 114, 128)).of(kWaveQuantizationRule);
    ASSERT_EQ(findings.size(), 1U);
    EXPECT_NEAR(findings[0].values.share("min_loss").value_or(0), 0.13, 0.005);
    EXPECT_NEAR(findings[0].values.share("max_loss").value_or(0), 0.45, 0.005);
    EXPECT_NEAR(findings[0].edits.at(0).factor, 576.0 / (5 * 132), 1e-5);
    EXPECT_THAT(Detected(launchesOf(kGemm, 2'048, 40, 128)).of(kWaveQuantizationRule), IsEmpty())
        << "16 of 15.5 blocks an SM: 3 %";
}

TEST(WaveQuantization, IsSilentOnFullWavesAndOnMany) {
    for (const int blocks : {100, 132, 200, 264, 132 * 4 + 8}) {
        EXPECT_THAT(Detected(launchesOf(kGemm, blocks)).of(kWaveQuantizationRule), IsEmpty())
            << blocks;
    }
}

TEST(WaveQuantization, LeavesDesignsAlone) {
    for (const char* kernel : {"nvjet_sm90_tst_192x192_64x4_2x1_v_bz_coopB_TNN",
                               "cutlass::PersistentTileSchedulerSm90StreamK",
                               "ncclDevKernel_AllReduce", "multi_tensor_apply_kernel<Adam>"}) {
        EXPECT_THAT(Detected(launchesOf(kernel, 140)).of(kWaveQuantizationRule), IsEmpty())
            << kernel;
    }
}

TEST(WaveQuantization, FollowsItsThresholds) {
    const auto with = [](const char* setting, int blocks) {
        return Detected(launchesOf(kGemm, blocks), {setting}).of(kWaveQuantizationRule).size();
    };
    EXPECT_EQ(with("wave-quantization.last_wave=5%", 140), 0U);
    EXPECT_EQ(with("wave-quantization.last_wave=60%", 200), 1U);
    EXPECT_EQ(with("wave-quantization.min_loss=48%", 140), 0U);
    EXPECT_EQ(with("wave-quantization.lost_share=48%", 140), 0U);
    EXPECT_EQ(with("wave-quantization.max_waves=1", 140), 0U);
    EXPECT_EQ(with("wave-quantization.min_time=801us", 140), 0U);
    EXPECT_EQ(with("wave-quantization.max_waves=5", 132 * 4 + 8), 1U);
    TraceDsl rare = launchesOf(kGemm, 140);
    rare.kernel(rare.stream(0, 7), {2'000'000, 200'000'000}, 0, "other");
    EXPECT_THAT(Detected(rare).of(kWaveQuantizationRule), IsEmpty());
    EXPECT_EQ(
        Detected(rare, {"wave-quantization.busy_share=0.1%", "wave-quantization.lost_share=0.1%"})
            .of(kWaveQuantizationRule)
            .size(),
        1U);
}

TEST(WaveQuantization, IsSilentOnRecordedTracesThatLoseLittle) {
    for (const char* trace :
         {"ddp_balanced_rank0", "flux_after_eager", "ema_foreach_none", "wan_before_compile",
          "flux2_before_eager", "train_workers_pinned", "llm_decode_eager", "resnet18_eager"}) {
        EXPECT_THAT(Detected(trace).text(kWaveQuantizationRule), IsEmpty()) << trace;
    }
}

TEST(WaveQuantization, NeedsTheGpusProperties) {
    TraceDsl t;
    t.kernel(t.stream(0, 7), {0, 20'000}, 0, kGemm);
    EXPECT_EQ(Detected(t).notApplicable(kWaveQuantizationRule),
              "the GPU's properties or the kernels' grids were not recorded");
}

}  // namespace
}  // namespace gaplight
