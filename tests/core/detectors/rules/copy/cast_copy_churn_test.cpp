// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/core/detectors/detected.h"
#include "tests/support/checks/golden.h"
#include "tests/support/traces/trace_dsl.h"

namespace gaplight {
namespace {

using test::Detected;
using test::evidenceExists;
using test::TraceDsl;
using ::testing::IsEmpty;

constexpr const char* kCastCopyChurnRule = "cast-copy-churn";
constexpr const char* kCopyKernel =
    "void at::native::elementwise_kernel<128, 2, at::native::direct_copy_kernel_cuda()>()";
constexpr const char* kCastKernel =
    "void at::native::unrolled_elementwise_kernel<at::native::direct_copy_kernel_cuda(), "
    "at::native::memory::LoadWithCast<1>, at::native::memory::StoreWithCast<1>>()";

std::vector<std::string> opsIn(const Finding& finding) {
    std::vector<std::string> ops;
    for (const FindingValues& row : finding.values.rows("ops")) {
        ops.push_back(row.text("op"));
    }
    return ops;
}

TEST(CastCopyChurn, FindsTransposesAroundConvolutions) {
    const Detected detected("resnet18_eager");
    const auto findings = detected.of(kCastCopyChurnRule);
    ASSERT_EQ(findings.size(), 1U) << detected.text(kCastCopyChurnRule);
    const Finding& finding = findings[0];
    EXPECT_EQ(finding.count, 399U);
    EXPECT_NEAR(finding.values.share("busy_share").value_or(0), 0.211, 0.0005);
    EXPECT_EQ(opsIn(finding), (std::vector<std::string>{"`aten::convolution_backward`",
                                                        "`aten::cudnn_convolution`"}));
    EXPECT_EQ(finding.values.caseOf("fix"), "cudnn-layout");
    EXPECT_EQ(finding.edits.size(), finding.count);
    EXPECT_TRUE(evidenceExists(detected.session(), finding));
}

TEST(CastCopyChurn, Texts) {
    EXPECT_TRUE(test::matchesGolden("findings/rules/cast-copy-churn.txt",
                                    test::textOf(kCastCopyChurnRule, {"resnet18_eager"})));
}

TEST(CastCopyChurn, FiresOnTrainingInNchw) {
    for (const char* trace : {"ema_foreach_none", "ema_loop_none", "train_workers_pinned"}) {
        const Detected detected(trace);
        ASSERT_EQ(detected.of(kCastCopyChurnRule).size(), 1U) << trace << "\n"
                                                              << detected.text(kCastCopyChurnRule);
        EXPECT_EQ(detected.of(kCastCopyChurnRule)[0].values.caseOf("fix"), "cudnn-layout") << trace;
    }
}

// Casts that a mixed-precision model needs, copies that an optimizer makes, copies to the GPU.
TEST(CastCopyChurn, IsSilentOnWhatIsNeeded) {
    for (const char* trace : {"flux_after_eager", "flux2_before_eager", "llm_decode_eager",
                              "wan_before_compile", "copy_before", "copy_after", "streams_overlap",
                              "optimizer_foreach", "ddp_balanced_rank0", "resnet18_compile"}) {
        EXPECT_THAT(Detected(trace).text(kCastCopyChurnRule), IsEmpty()) << trace;
    }
}

// In µs.
test::Span span(std::int64_t begin, std::int64_t end) {
    return {begin * 1'000, end * 1'000};
}

// A step in which `kernelName` runs inside nested ops for a share of the time.
TraceDsl stepWith(const std::vector<std::string>& ops, const std::string& kernelName,
                  std::int64_t length = 200) {
    TraceDsl t;
    const auto host = t.thread("main");
    const auto stream = t.stream(0, 7);
    t.annotation(host, span(0, 2'000), "forward");
    std::int64_t at = 10;
    for (const std::string& op : ops) {
        if (op.starts_with("Optimizer.")) {
            t.annotation(host, span(at, 200 - at), op);
        } else {
            t.op(host, span(at, 200 - at), op);
        }
        at += 10;
    }
    t.kernel(stream, span(1'000, 1'000 + length), t.launch(host, span(90, 110)), kernelName);
    t.op(host, span(300, 400), "aten::mm");
    t.kernel(stream, span(1'500, 2'300), t.launch(host, span(310, 330)), "volta_sgemm_128x64_nn");
    return t;
}

TEST(CastCopyChurn, NamesTheOpThatAPersonWrote) {
    const Detected casts(stepWith({"aten::to", "aten::_to_copy", "aten::copy_"}, kCastKernel));
    ASSERT_EQ(casts.of(kCastCopyChurnRule).size(), 1U);
    const Finding cast = casts.of(kCastCopyChurnRule)[0];
    EXPECT_EQ(cast.values.caseOf("conversion"), "cast");
    EXPECT_EQ(cast.values.share("busy_share"), 0.2);
    EXPECT_EQ(opsIn(cast), std::vector<std::string>{"`aten::to`"});
    EXPECT_EQ(cast.values.rows("ops").at(0).share("op_share"), 1.0);
    EXPECT_EQ(cast.values.text("place"), "`forward`");
    EXPECT_EQ(cast.where.op, "aten::to");

    const Detected copies(stepWith(
        {"aten::rms_norm", "aten::contiguous", "aten::clone", "aten::copy_"}, kCopyKernel));
    ASSERT_EQ(copies.of(kCastCopyChurnRule).size(), 1U);
    const Finding copy = copies.of(kCastCopyChurnRule)[0];
    EXPECT_EQ(copy.values.caseOf("conversion"), "contiguous");
    EXPECT_EQ(opsIn(copy), std::vector<std::string>{"`aten::contiguous` in `aten::rms_norm`"});

    const Detected duplicates(stepWith({"aten::copy_"}, "Memcpy DtoD (Device -> Device)"));
    ASSERT_EQ(duplicates.of(kCastCopyChurnRule).size(), 1U);
    EXPECT_EQ(duplicates.of(kCastCopyChurnRule)[0].values.caseOf("fix"), "duplicate");

    const Detected quantized(stepWith({"my::gemm"}, "void dequantize_block_4bit<float>(int)"));
    ASSERT_EQ(quantized.of(kCastCopyChurnRule).size(), 1U);
    EXPECT_EQ(quantized.of(kCastCopyChurnRule)[0].values.caseOf("conversion"), "dequantize");
}

TEST(CastCopyChurn, LeavesOtherWorkAlone) {
    EXPECT_THAT(
        Detected(stepWith({"aten::stack", "aten::cat"}, kCopyKernel)).of(kCastCopyChurnRule),
        IsEmpty());
    EXPECT_THAT(
        Detected(stepWith({"aten::cat"}, "CatArrayBatchedCopy<float>()")).of(kCastCopyChurnRule),
        IsEmpty());
    EXPECT_THAT(Detected(stepWith({"aten::_foreach_copy_", "aten::copy_"},
                                  "Memcpy DtoD (Device -> Device)"))
                    .of(kCastCopyChurnRule),
                IsEmpty());
    EXPECT_THAT(Detected(stepWith({"Optimizer.step#Adam.step", "aten::copy_"}, kCopyKernel))
                    .of(kCastCopyChurnRule),
                IsEmpty());
    EXPECT_THAT(Detected(stepWith({"aten::to", "aten::_to_copy", "aten::copy_"},
                                  "Memcpy HtoD (Pageable -> Device)"))
                    .of(kCastCopyChurnRule),
                IsEmpty());
    EXPECT_THAT(
        Detected(stepWith({"aten::mm"}, "triton_poi_fused__to_copy_add_0")).of(kCastCopyChurnRule),
        IsEmpty());
}

TEST(CastCopyChurn, FollowsItsThresholds) {
    const TraceDsl dsl = stepWith({"aten::to", "aten::_to_copy", "aten::copy_"}, kCastKernel);
    EXPECT_THAT(Detected(dsl, {"cast-copy-churn.busy_share=21%"}).of(kCastCopyChurnRule),
                IsEmpty());
    EXPECT_THAT(Detected(dsl, {"cast-copy-churn.sort_share=21%"}).of(kCastCopyChurnRule),
                IsEmpty());
    const TraceDsl little =
        stepWith({"aten::to", "aten::_to_copy", "aten::copy_"}, kCastKernel, 80);
    EXPECT_THAT(Detected(little).of(kCastCopyChurnRule), IsEmpty());
    EXPECT_EQ(Detected(little, {"cast-copy-churn.busy_share=5%", "cast-copy-churn.min_time=50us"})
                  .of(kCastCopyChurnRule)
                  .size(),
              1U);
    EXPECT_THAT(Detected(little, {"cast-copy-churn.busy_share=5%"}).of(kCastCopyChurnRule),
                IsEmpty());
}

TEST(CastCopyChurn, SaysWhatItCannotCount) {
    TraceDsl t = stepWith({"aten::to", "aten::_to_copy", "aten::copy_"}, kCastKernel);
    t.kernel(t.stream(0, 7), span(3'000, 3'100), 0, "triton_poi_fused__to_copy_add_0");
    const auto findings = Detected(t).of(kCastCopyChurnRule);
    ASSERT_EQ(findings.size(), 1U);
    EXPECT_GT(findings[0].values.share("fused_share").value_or(0), 0);
}

TEST(CastCopyChurn, NeedsAGpu) {
    TraceDsl t;
    t.op(t.thread("main"), {0, 100}, "aten::to");
    EXPECT_EQ(Detected(t).notApplicable(kCastCopyChurnRule), "no GPU activity was recorded");
}

}  // namespace
}  // namespace gaplight
