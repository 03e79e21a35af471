// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "tests/core/detectors/detected.h"
#include "tests/support/checks/golden.h"
#include "tests/support/traces/paced_trace.h"

namespace gaplight::test {
namespace {

using ::testing::HasSubstr;

constexpr const char* kTinyKernelsRule = "tiny-kernels";

TEST(TinyKernels, EagerFlux) {
    const Detected d("flux_after_eager");
    const auto found = d.of(kTinyKernelsRule);
    ASSERT_EQ(found.size(), 2U) << d.text(kTinyKernelsRule);
    EXPECT_EQ(found[0].where.annotation, "transformer_forward");
    EXPECT_EQ(found[0].count, 2'111U);
    const FindingValues& values = found[0].values;
    EXPECT_EQ(values.get<ShareValue>("tiny_share"), (ShareValue{2'111, 2'766}));
    EXPECT_EQ(values.rows("kinds").at(0).text("kernel"), "elementwise_kernel");
    EXPECT_EQ(values.rows("kinds").at(0).count("kernels"), 836);
    EXPECT_EQ(values.caseOf("fix"), "fusible");
    EXPECT_EQ(values.count("fusible"), 2'031);
    EXPECT_TRUE(values.count("copies"));
    EXPECT_EQ(found[0].notes.size(), 6U);  // five names and the rest
    EXPECT_EQ(found[0].evidence.size(), found[0].count);
    EXPECT_TRUE(evidenceExists(d.session(), found[0]));
    EXPECT_TRUE(found[0].edits.empty());
    EXPECT_FALSE(found[0].cost.saving.has_value());
}

TEST(TinyKernels, Texts) {
    EXPECT_TRUE(matchesGolden("findings/rules/tiny-kernels.txt",
                              textOf(kTinyKernelsRule, {"flux_after_eager", "llm_decode_eager"})));
}

TEST(TinyKernels, Decoding) {
    const Detected d("llm_decode_eager");
    const auto found = d.of(kTinyKernelsRule);
    ASSERT_EQ(found.size(), 1U) << d.text(kTinyKernelsRule);
    EXPECT_NEAR(found[0].values.share("tiny_share").value_or(0), 0.98, 0.005);
    EXPECT_TRUE(evidenceExists(d.session(), found[0]));
}

TEST(TinyKernels, LeavesLoopsOverTensorsToTheirRule) {
    EXPECT_EQ(Detected("optimizer_loop").text(kTinyKernelsRule), "");
    for (const Finding& finding : Detected("ema_loop_none").of(kTinyKernelsRule)) {
        EXPECT_NE(finding.where.annotation, "ema");
    }
}

// Tiny kernels cost no launch time where graphs launch them or the host is far ahead.
TEST(TinyKernels, SilentWhereLaunchesAreNotTheLimit) {
    for (const char* name :
         {"flux_after_cudagraph", "transformer_compile_cudagraph", "graph_small_after",
          "graph_large_before", "flux2_before_eager", "wan_after_compile", "ddp_balanced_rank0",
          "memory_flat", "streams_overlap", "optimizer_foreach"}) {
        EXPECT_EQ(Detected(name).text(kTinyKernelsRule), "") << name;
    }
}

TEST(TinyKernels, Thresholds) {
    PacedTrace t;
    t.within("step", [&] {
        t.hostTime = 40'000;
        t.launch(50);
        t.work = 12'000;
        t.launch(50);
    });
    const Detected d(t.dsl);
    ASSERT_EQ(d.of(kTinyKernelsRule).size(), 1U);
    EXPECT_EQ(d.of(kTinyKernelsRule)[0].count, 50U);
    EXPECT_EQ(d.of(kTinyKernelsRule)[0].cost.host.count(), 50 * 5'000);
    EXPECT_TRUE(Detected(t.dsl, {"tiny-kernels.min_share=51%"}).of(kTinyKernelsRule).empty());
    EXPECT_TRUE(Detected(t.dsl, {"tiny-kernels.tiny=3us"}).of(kTinyKernelsRule).empty());
    EXPECT_EQ(Detected(t.dsl, {"tiny-kernels.tiny=12001ns"}).of(kTinyKernelsRule)[0].count, 100U);
}

TEST(TinyKernels, FixFollowsTheKernels) {
    const auto fixFor = [](const std::string& kernel) {
        PacedTrace t;
        t.kernel = kernel;
        t.within("step", [&] { t.launch(60); });
        const auto found = Detected(t.dsl).of(kTinyKernelsRule);
        return std::string(found.size() == 1 ? found[0].values.caseOf("fix") : "none");
    };
    EXPECT_EQ(fixFor("triton_poi_fused_add_0"), "compiled");
    EXPECT_EQ(fixFor("nvjet_sm90_tst_64x8_64x16_2x4_h_bz_bias_TNT"), "more-work");
    EXPECT_EQ(fixFor("void at::native::vectorized_elementwise_kernel<4>(int)"), "fusible");
}

TEST(TinyKernels, NeedsAGpu) {
    TraceDsl t;
    t.op(t.thread("main"), {0, 1'000}, "aten::add");
    EXPECT_THAT(Detected(t).notApplicable(kTinyKernelsRule), HasSubstr("no GPU activity"));
}

}  // namespace
}  // namespace gaplight::test
