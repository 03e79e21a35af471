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
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr const char* kTensorCoresUnusedRule = "tensor-cores-unused";

TEST(TensorCoresUnused, FindsFp32TrainingWithoutTf32) {
    const Detected detected("ddp_balanced_rank0");
    const auto findings = detected.of(kTensorCoresUnusedRule);
    ASSERT_EQ(findings.size(), 1U) << detected.text(kTensorCoresUnusedRule);
    const FindingValues& values = findings[0].values;
    EXPECT_EQ(values.caseOf("title"), "float32");
    EXPECT_EQ(values.text("gpu_name"), "NVIDIA H200");
    EXPECT_EQ(values.count("compute_major"), 9);
    EXPECT_EQ(values.count("compute_minor"), 0);
    EXPECT_EQ(values.rows("ops").at(0).text("op"), "`aten::mm`");
    EXPECT_EQ(values.caseOf("fix"), "matmul");
    ASSERT_TRUE(findings[0].cost.saving);
    EXPECT_GT(findings[0].cost.savingShare, 0.3)
        << "half of the products' time, all of it critical";
    EXPECT_FALSE(findings[0].isBound);
    EXPECT_EQ(findings[0].severity, Severity::Critical);
    EXPECT_EQ(detected.set().findings.front().rule, kTensorCoresUnusedRule);
    EXPECT_TRUE(evidenceExists(detected.session(), findings[0]));
}

TEST(TensorCoresUnused, Texts) {
    EXPECT_TRUE(test::matchesGolden(
        "findings/rules/tensor-cores-unused.txt",
        test::textOf(kTensorCoresUnusedRule, {"ddp_balanced_rank0", "kernels/vocab_before"})));
}

TEST(TensorCoresUnused, IsSilentWhereTheyAreUsed) {
    for (const char* trace :
         {"wan_before_compile", "flux2_before_eager", "flux_after_eager", "llm_decode_eager",
          "resnet18_eager", "resnet18_compile", "train_workers_pinned", "ema_foreach_none",
          "sync_large_before", "transformer_compile", "graph_breaks", "no_graph_breaks"}) {
        EXPECT_THAT(Detected(trace).text(kTensorCoresUnusedRule), IsEmpty()) << trace;
    }
}

// A vocabulary of 50,257 against one of 50,304. Measured: 36.2 ms and 9.2 ms.
TEST(TensorCoresUnused, FindsAVocabularyThatIsNoMultipleOfEight) {
    const Detected detected("kernels/vocab_before");
    const auto findings = detected.of(kTensorCoresUnusedRule);
    ASSERT_EQ(findings.size(), 1U) << detected.text(kTensorCoresUnusedRule);
    EXPECT_EQ(findings[0].count, 12U);
    const FindingValues& values = findings[0].values;
    EXPECT_EQ(values.caseOf("title"), "unaligned");
    EXPECT_EQ(values.get<TextList>("dims"), TextList{"50257"});
    EXPECT_THAT(values.get<TextList>("names").value_or(TextList{}),
                Contains(HasSubstr("cutlass_75_tensorop_bf16_s1688gemm_bf16_128x128_tn")));
    EXPECT_TRUE(evidenceExists(detected.session(), findings[0]));
    ASSERT_TRUE(findings[0].cost.saving);
    EXPECT_TRUE(findings[0].isBound);
    EXPECT_GE(*findings[0].cost.saving, std::chrono::milliseconds(27)) << "36.2 ms against 9.2 ms";
    EXPECT_EQ(findings[0].severity, Severity::Warning);
    EXPECT_THAT(Detected("kernels/vocab_after").text(kTensorCoresUnusedRule), IsEmpty());
}

// One product and enough other work that it takes 20 % of the busy time.
TraceDsl productOn(const GpuFacts& gpu, const std::string& kernelName, const std::string& op,
                   const std::string& dims = "", const std::string& type = "c10::BFloat16") {
    TraceDsl t;
    gpu.addTo(t);
    t.fact("record_shapes", "1");
    const auto host = t.thread("main");
    const auto stream = t.stream(0, 7);
    for (std::int64_t at = 0; at < 5'000'000; at += 1'000'000) {
        t.op(host, {at, at + 100'000}, op);
        if (!dims.empty()) {
            t.arg("Input Dims", dims);
            t.arg("Input type", "[\"" + type + "\", \"" + type + "\"]");
        }
        t.kernel(stream, {at + 200'000, at + 400'000}, t.launch(host, {at + 10'000, at + 20'000}),
                 kernelName);
        Launched{{132, 1, 1}}.addTo(t);
        t.kernel(stream, {at + 400'000, at + 1'200'000}, t.launch(host, {at + 30'000, at + 40'000}),
                 "other");
    }
    return t;
}

TEST(TensorCoresUnused, SuitsTheFixToTheGpu) {
    const auto ampere =
        Detected(productOn({}, "ampere_sgemm_128x64_tn", "aten::addmm")).of(kTensorCoresUnusedRule);
    ASSERT_EQ(ampere.size(), 1U);
    EXPECT_EQ(ampere[0].values.share("busy_share"), 0.2);
    EXPECT_EQ(ampere[0].values.caseOf("fix"), "matmul");

    const GpuFacts volta{"Tesla V100", 7, 0, 80, 2048, 65536, 98304};
    const auto half =
        Detected(productOn(volta, "volta_sgemm_128x64_tn", "aten::mm")).of(kTensorCoresUnusedRule);
    ASSERT_EQ(half.size(), 1U);
    EXPECT_EQ(half[0].values.caseOf("fix"), "no-tf32");

    const GpuFacts geforce{"NVIDIA GeForce RTX 3090", 8, 6, 82, 1536, 65536, 102400};
    const auto gaming = Detected(productOn(geforce, "ampere_sgemm_128x64_tn", "aten::mm"))
                            .of(kTensorCoresUnusedRule);
    ASSERT_EQ(gaming.size(), 1U);
    EXPECT_EQ(gaming[0].values.caseOf("fix"), "geforce");
    const GpuFacts rtx{"NVIDIA GeForce RTX 2080 Ti", 7, 5, 68, 1024, 65536, 65536};
    const auto turing =
        Detected(productOn(rtx, "volta_sgemm_128x64_tn", "aten::mm")).of(kTensorCoresUnusedRule);
    ASSERT_EQ(turing.size(), 1U);
    EXPECT_EQ(turing[0].values.caseOf("fix"), "no-tf32");

    const auto convolution =
        Detected(productOn({}, "ampere_scudnn_128x64_relu_medium_nn_v1", "aten::cudnn_convolution"))
            .of(kTensorCoresUnusedRule);
    ASSERT_EQ(convolution.size(), 1U);
    EXPECT_EQ(convolution[0].values.caseOf("fix"), "convolution");
}

TEST(TensorCoresUnused, AsksOnlyGpusThatHaveThem) {
    const GpuFacts pascal{"Quadro GP100", 6, 0, 56, 2048, 65536, 65536};
    EXPECT_THAT(Detected(productOn(pascal, "maxwell_sgemm_128x64_tn", "aten::mm"))
                    .text(kTensorCoresUnusedRule),
                IsEmpty());
    const GpuFacts turing{"NVIDIA GeForce GTX 1660", 7, 5, 22, 1024, 65536, 65536};
    EXPECT_THAT(Detected(productOn(turing, "volta_sgemm_128x64_tn", "aten::mm"))
                    .text(kTensorCoresUnusedRule),
                IsEmpty());
    const GpuFacts vega{"AMD Radeon VII", 9, 0, 60, 2560, 65536, 65536, 64};
    EXPECT_THAT(Detected(productOn(vega, "Cijk_Ailk_Bljk_SB_MT128x64x16_SN", "aten::mm"))
                    .text(kTensorCoresUnusedRule),
                IsEmpty());
    TraceDsl unknown;
    unknown.kernel(unknown.stream(0, 7), {0, 100}, 0, "maxwell_sgemm_128x64_tn");
    EXPECT_EQ(Detected(unknown).notApplicable(kTensorCoresUnusedRule),
              "the GPU's compute capability was not recorded");
}

// Files of older profilers have no properties; volta_sgemm runs on Volta and later only.
TEST(TensorCoresUnused, TakesTheCapabilityFromNamesWhereItWasNotRecorded) {
    const GpuFacts unknown{"", 0, 0, 0, 0, 0, 0};
    const auto findings = Detected(productOn(unknown, "volta_sgemm_128x64_tn", "aten::mm"))
                              .of(kTensorCoresUnusedRule);
    ASSERT_EQ(findings.size(), 1U);
    EXPECT_EQ(findings[0].values.caseOf("fix"), "no-tf32");
    EXPECT_EQ(findings[0].values.find("gpu_name"), nullptr);
    EXPECT_EQ(findings[0].values.find("compute_major"), nullptr);
    EXPECT_THAT(Detected(productOn(unknown, "turing_sgemm_128x64_tn", "aten::mm"))
                    .of(kTensorCoresUnusedRule),
                IsEmpty())
        << "some GPUs of Turing have none";
}

TEST(TensorCoresUnused, NamesTheMatrixCoresOfAmd) {
    const GpuFacts amd{"AMD Instinct MI300X", 9, 4, 304, 2048, 65536, 65536, 64};
    const auto findings =
        Detected(productOn(amd, "Cijk_Ailk_Bljk_SB_MT128x64x16_SN_K1", "aten::mm"))
            .of(kTensorCoresUnusedRule);
    ASSERT_EQ(findings.size(), 1U);
    EXPECT_EQ(findings[0].values.caseOf("fix"), "matrix-cores");
    EXPECT_EQ(findings[0].values.caseOf("title"), "float32");
    EXPECT_EQ(findings[0].values.caseOf("price"), "floor");
    EXPECT_EQ(findings[0].values.text("units"), "matrix cores");
    EXPECT_THAT(Detected(productOn(amd, "Cijk_Ailk_Bljk_SB_MT128x64x16_MI32x32x2x1_SN", "aten::mm"))
                    .of(kTensorCoresUnusedRule),
                IsEmpty());
    EXPECT_THAT(Detected(productOn(amd, "Cijk_Alik_Bljk_BBS_BH_MT128x64x64_MI16x16x1_SN",
                                   "aten::mm", "[[4096, 768], [768, 50257]]"))
                    .of(kTensorCoresUnusedRule),
                IsEmpty())
        << "what sizes they need is not known";
}

// 200 µs of 1 ms a turn. The host launches the next turn no sooner, so that the GPU idles instead.
TEST(TensorCoresUnused, PricesHalfOfTheTimeOnTheCriticalPath) {
    const auto findings =
        Detected(productOn({}, "ampere_sgemm_128x64_tn", "aten::mm")).of(kTensorCoresUnusedRule);
    ASSERT_EQ(findings.size(), 1U);
    ASSERT_EQ(findings[0].edits.size(), 5U);
    EXPECT_EQ(findings[0].edits[0].kind, ReplayEdit::Kind::ScaleActivity);
    EXPECT_EQ(findings[0].edits[0].factor, 0.5);
    EXPECT_EQ(findings[0].values.caseOf("price"), "floor");
    ASSERT_TRUE(findings[0].cost.saving);
    EXPECT_GE(*findings[0].cost.saving, Duration(100'000)) << "the last turn";
    EXPECT_LT(*findings[0].cost.saving, Duration(5 * 100'000));
}

TEST(TensorCoresUnused, LeavesVectorsAndTheUnknownAlone) {
    for (const char* kernel :
         {"void gemv2T_kernel_val<float, 128>(int)", "void gemmSN_TN_kernel<float, 128>(int)",
          "volta_dgemm_128x64_nn", "_matmul_ogs_NNT_bf16xbf16xmxfp4_128x256x64x1",
          "sm90_xmma_gemm_f32f32_tf32f32_f32_tn_n_tilesize64x128x32_warpgroupsize1x1x1"}) {
        EXPECT_THAT(Detected(productOn({}, kernel, "aten::mm")).of(kTensorCoresUnusedRule),
                    IsEmpty())
            << kernel;
    }
}

TEST(TensorCoresUnused, FindsSixteenBitProductsOnCudaCores) {
    const auto findings = Detected(productOn({}, "ampere_fp16_sgemm_fp16_64x64_tn", "aten::mm"))
                              .of(kTensorCoresUnusedRule);
    ASSERT_EQ(findings.size(), 1U);
    EXPECT_EQ(findings[0].values.caseOf("title"), "half");
    EXPECT_EQ(findings[0].values.caseOf("fix"), "half");
}

TEST(TensorCoresUnused, FindsDimensionsThatDoNotSuit) {
    const char* kernel = "nvjet_sm90_tst_192x192_64x4_2x1_v_bz_coopB_TNN";
    const auto vocabulary =
        Detected(productOn({}, kernel, "aten::mm", "[[4096, 768], [768, 50257]]"))
            .of(kTensorCoresUnusedRule);
    ASSERT_EQ(vocabulary.size(), 1U);
    EXPECT_EQ(vocabulary[0].values.get<TextList>("dims"), TextList{"50257"});
    EXPECT_EQ(vocabulary[0].values.caseOf("fix"), "pad");
    EXPECT_THAT(Detected(productOn({}, kernel, "aten::mm", "[[4097, 768], [768, 50304]]"))
                    .of(kTensorCoresUnusedRule),
                IsEmpty());
    EXPECT_THAT(Detected(productOn({}, kernel, "aten::mm", "[[4096, 768], [768, 50257]]", "float"))
                    .of(kTensorCoresUnusedRule),
                IsEmpty());
    EXPECT_THAT(Detected(productOn({}, kernel, "aten::mm")).of(kTensorCoresUnusedRule), IsEmpty());

    const auto named = Detected(productOn({},
                                          "void cutlass::Kernel2<cutlass_80_tensorop_bf16_s16816"
                                          "gemm_bf16_64x64_32x6_nn_align2>()",
                                          "aten::mm"))
                           .of(kTensorCoresUnusedRule);
    ASSERT_EQ(named.size(), 1U) << "the name says it without shapes";
    EXPECT_EQ(named[0].values.caseOf("title"), "unaligned");
    EXPECT_EQ(named[0].values.caseOf("price"), "bound");
    EXPECT_EQ(named[0].edits.at(0).factor, 0.25);
    const auto four = Detected(productOn({},
                                         "void cutlass::Kernel2<cutlass_80_tensorop_bf16_s16816"
                                         "gemm_bf16_64x64_32x6_nn_align4>()",
                                         "aten::mm"))
                          .of(kTensorCoresUnusedRule);
    ASSERT_EQ(four.size(), 1U);
    EXPECT_EQ(four[0].edits.at(0).factor, 0.25) << "measured: 3.5 times as long";
    EXPECT_EQ(vocabulary[0].values.caseOf("price"), "none") << "the name has no alignment";
    EXPECT_THAT(vocabulary[0].edits, IsEmpty());
}

TEST(TensorCoresUnused, FollowsItsThresholds) {
    const TraceDsl dsl = productOn({}, "ampere_sgemm_128x64_tn", "aten::addmm");
    EXPECT_THAT(Detected(dsl, {"tensor-cores-unused.busy_share=21%"}).of(kTensorCoresUnusedRule),
                IsEmpty());
    EXPECT_THAT(Detected(dsl, {"tensor-cores-unused.capability=10"}).of(kTensorCoresUnusedRule),
                IsEmpty());
    EXPECT_THAT(
        Detected(dsl, {"tensor-cores-unused.min_duration=201us"}).of(kTensorCoresUnusedRule),
        IsEmpty());
    EXPECT_EQ(
        Detected(dsl, {"tensor-cores-unused.min_duration=200us"}).of(kTensorCoresUnusedRule).size(),
        1U);
    EXPECT_THAT(Detected(dsl, {"tensor-cores-unused.min_time=1001us"}).of(kTensorCoresUnusedRule),
                IsEmpty());
    EXPECT_EQ(Detected(dsl, {"tensor-cores-unused.min_time=1ms"}).of(kTensorCoresUnusedRule).size(),
              1U);
}

}  // namespace
}  // namespace gaplight
