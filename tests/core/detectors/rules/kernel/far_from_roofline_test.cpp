// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/core/detectors/detected.h"
#include "tests/core/detectors/rules/kernel/shaped_trace.h"
#include "tests/support/checks/golden.h"
#include "tests/support/traces/gpu_facts.h"

namespace gaplight {
namespace {

using test::Detected;
using test::evidenceExists;
using test::GpuFacts;
using test::Launched;
using test::ShapedOperator;
using test::ShapedTrace;
using ::testing::IsEmpty;

constexpr const char* kFarRule = "far-from-roofline";

// Flux2 in eager mode: RMS norm of rows of 128 in a slice of a projection, and SiLU of a slice.
TEST(FarFromRoofline, FindsNormsAndElementwiseOperatorsOfSlices) {
    const Detected detected("flux2_before_eager");
    const auto findings = detected.of(kFarRule);
    ASSERT_EQ(findings.size(), 2U) << detected.text(kFarRule);
    const auto norm = std::find_if(findings.begin(), findings.end(), [](const Finding& one) {
        return one.values.caseOf("fix") == "norm";
    });
    ASSERT_NE(norm, findings.end());
    EXPECT_EQ(norm->values.text("kernel"), "`vectorized_layer_norm_kernel`");
    const FindingValues& row = norm->values.rows("operators").at(0);
    EXPECT_EQ(row.text("op"), "`aten::_fused_rms_norm`");
    EXPECT_EQ(row.text("shape"), "1 x 4,608 x 32 x 128");
    EXPECT_EQ(row.count("calls"), 192);
    EXPECT_NEAR(row.share("efficiency").value_or(0), 0.149, 0.001);
    EXPECT_EQ(norm->severity, Severity::Warning);
    EXPECT_TRUE(evidenceExists(detected.session(), *norm));
}

// Well used, fp32 products on CUDA cores, kernels beside collectives, compiled kernels.
TEST(FarFromRoofline, IsSilentWhereAnExpertShrugs) {
    for (const char* trace :
         {"wan_before_compile", "wan_after_compile", "flux2_before_compile", "flux2_after_compile",
          "flux_after_eager", "llm_decode_eager", "ddp_straggler_rank0", "ddp_balanced_rank0",
          "memory_flat", "memory_growth"}) {
        const Detected detected(trace);
        EXPECT_THAT(detected.notApplicable(kFarRule), IsEmpty()) << trace;
        EXPECT_THAT(detected.text(kFarRule), IsEmpty()) << trace;
    }
}

TEST(FarFromRoofline, NeedsShapesAndAKnownGpu) {
    EXPECT_EQ(Detected("train_workers_pinned").notApplicable(kFarRule),
              "no shapes of operators were recorded");
}

TEST(FarFromRoofline, Texts) {
    EXPECT_TRUE(test::matchesGolden("findings/rules/far-from-roofline.txt",
                                    test::textOf(kFarRule, {"flux2_before_eager"})));
}

// An H200 reads and writes 134 MB in 28 us.
const ShapedOperator kSlowSum{"aten::add", "[[8192, 4096], [8192, 4096], []]",
                              R"(["c10::BFloat16", "c10::BFloat16", "Scalar"])"};

const Launched kManyBlocks{{99'999, 1, 1}, {256, 1, 1}, 16};

TEST(FarFromRoofline, ScalesKernelsToHalfOfTheirRoofline) {
    const auto findings = ShapedTrace().detect({kSlowSum}, kManyBlocks).of(kFarRule);
    ASSERT_EQ(findings.size(), 1U);
    const Finding& finding = findings[0];
    EXPECT_EQ(finding.values.caseOf("fix"), "elementwise");
    // 3 x 67,108,864 bytes at 4.8 TB/s take 41.9 us of 200.
    EXPECT_NEAR(finding.values.share("efficiency").value_or(0), 0.2097, 0.0001);
    ASSERT_FALSE(finding.edits.empty());
    EXPECT_NEAR(finding.edits[0].factor, 0.4194, 0.0001);
    EXPECT_FALSE(finding.isBound);
}

TEST(FarFromRoofline, LeavesOutWhatItCannotJudge) {
    const auto isSilent = [](const ShapedOperator& one, const Launched& launched = kManyBlocks,
                             const GpuFacts& gpu = {}, bool isBeside = false) {
        return ShapedTrace(gpu).detect({one}, launched, isBeside).of(kFarRule).empty();
    };
    ShapedOperator quick = kSlowSum;
    quick.length = 130'000;
    EXPECT_TRUE(isSilent(quick)) << "32 % of its roofline";
    ShapedOperator brief{"aten::add", "[[512, 4096], [512, 4096], []]", kSlowSum.types};
    brief.length = 45'000;
    EXPECT_TRUE(isSilent(brief)) << "under 50 us";
    EXPECT_TRUE(isSilent(kSlowSum, {{16, 1, 1}, {256, 1, 1}, 16})) << "low occupancy";
    EXPECT_TRUE(isSilent(kSlowSum, kManyBlocks, {}, true)) << "beside another kernel";
    EXPECT_TRUE(isSilent(kSlowSum, kManyBlocks, GpuFacts{"Unknown GPU"})) << "no document";
    EXPECT_TRUE(isSilent({"aten::cumsum", "[[8192, 4096], []]", R"(["c10::BFloat16", "Scalar"])"}));
    EXPECT_TRUE(
        isSilent({"aten::_softmax", "[[64, 3137, 3137], [], []]",
                  R"(["c10::BFloat16", "Scalar", "Scalar"])", "cunn_SoftMaxForward", 2'000'000}))
        << "no product takes it";
    EXPECT_TRUE(isSilent({"aten::mm", "[[65536, 32], [32, 8192]]", R"(["float", "float"])",
                          "ampere_sgemm_128x64_nn", 9'000'000}))
        << "tensor-cores-unused";
}

// 1.1e12 operations take an H200 1.11 ms at its peak.
const ShapedOperator kSlowProduct{"aten::mm", "[[8192, 8192], [8192, 8192]]",
                                  R"(["c10::BFloat16", "c10::BFloat16"])", "nvjet_sm90_tst_256x64",
                                  10'000'000};

TEST(FarFromRoofline, FindsProductsThatComputeFarBelowThePeak) {
    const Detected detected = ShapedTrace().detect({kSlowProduct}, kManyBlocks);
    const auto findings = detected.of(kFarRule);
    ASSERT_EQ(findings.size(), 1U);
    EXPECT_EQ(findings[0].values.caseOf("fix"), "large-product");
    const FindingValues& row = findings[0].values.rows("operators").at(0);
    EXPECT_EQ(row.text("flops"), "110 TFLOP/s");
    EXPECT_EQ(row.text("peak"), "990 TFLOP/s");
    EXPECT_TRUE(findings[0].isBound);
}

TEST(FarFromRoofline, FindsFusedAttentionFarBelowThePeak) {
    ShapedOperator attention{"aten::_scaled_dot_product_flash_attention",
                             "[[4, 32, 4096, 128], [4, 32, 4096, 128], [4, 32, 4096, 128]]",
                             R"(["c10::BFloat16", "c10::BFloat16", "c10::BFloat16"])",
                             "flash_fwd_kernel", 8'000'000};
    const auto findings = ShapedTrace().detect({attention}, kManyBlocks).of(kFarRule);
    ASSERT_EQ(findings.size(), 1U);
    EXPECT_EQ(findings[0].values.caseOf("fix"), "fused-attention");
    EXPECT_EQ(findings[0].values.share("reachable"), 0.35);
    attention.length = 3'500'000;
    EXPECT_THAT(ShapedTrace().detect({attention}, kManyBlocks).of(kFarRule), IsEmpty())
        << "32 % of the peak, as FlashAttention 2";
}

TEST(FarFromRoofline, IsSilentAboutProductsThatComputeAsUsual) {
    ShapedOperator usual = kSlowProduct;
    usual.length = 4'500'000;
    EXPECT_THAT(ShapedTrace().detect({usual}, kManyBlocks).of(kFarRule), IsEmpty());
    ShapedOperator rare = kSlowProduct;
    rare.dims = "[[2048, 2048], [2048, 2048]]";
    rare.length = 100'000;
    ShapedOperator most = usual;
    EXPECT_THAT(ShapedTrace().detect({rare, most}, kManyBlocks).of(kFarRule), IsEmpty())
        << "2 % of the time";
    EXPECT_THAT(ShapedTrace().detect({kSlowProduct}, {{16, 1, 1}, {256, 1, 1}, 16}).of(kFarRule),
                IsEmpty())
        << "low occupancy";
}

TEST(FarFromRoofline, KnowsAnAttentionByTheProductOfItsSoftmax) {
    const auto findings =
        ShapedTrace()
            .detect({{"aten::_softmax", "[[4, 16, 3136, 3136], [], []]",
                      R"(["c10::BFloat16", "Scalar", "Scalar"])", "cunn_SoftMaxForward", 2'000'000},
                     {"aten::bmm", "[[64, 3136, 3136], [64, 3136, 64]]",
                      R"(["c10::BFloat16", "c10::BFloat16"])", "nvjet_sm90_tst_256x64", 700'000}},
                    kManyBlocks)
            .of(kFarRule);
    ASSERT_EQ(findings.size(), 1U);
    EXPECT_EQ(findings[0].values.caseOf("fix"), "attention");
    EXPECT_EQ(findings[0].count, 10U);
}

}  // namespace
}  // namespace gaplight
