// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "tests/core/detectors/detected.h"
#include "tests/support/paced_trace.h"

namespace gaplight::test {
namespace {

using ::testing::HasSubstr;

constexpr const char* kTinyKernelsRule = "tiny-kernels";

TEST(TinyKernels, EagerFlux) {
    const Detected d("flux_after_eager");
    const auto found = d.of(kTinyKernelsRule);
    ASSERT_EQ(found.size(), 1U) << d.text(kTinyKernelsRule);
    EXPECT_EQ(found[0].where.annotation, "transformer_forward");
    EXPECT_EQ(found[0].count, 2'111U);
    EXPECT_THAT(found[0].title, HasSubstr("76\u2009% of 2,766 launches"));
    EXPECT_THAT(found[0].why, HasSubstr("`elementwise_kernel` 836 times"));
    EXPECT_THAT(found[0].fix, HasSubstr("2,031 of the 2,111"));
    EXPECT_THAT(found[0].fix, HasSubstr("torch.cat"));
    EXPECT_EQ(found[0].notes.size(), 6U);  // five names and the rest
    EXPECT_EQ(found[0].evidence.size(), found[0].count);
    EXPECT_TRUE(evidenceExists(d.session(), found[0]));
    EXPECT_TRUE(found[0].edits.empty());
    EXPECT_FALSE(found[0].cost.saving.has_value());
}

TEST(TinyKernels, Decoding) {
    const Detected d("llm_decode_eager");
    const auto found = d.of(kTinyKernelsRule);
    ASSERT_EQ(found.size(), 1U) << d.text(kTinyKernelsRule);
    EXPECT_THAT(found[0].title, HasSubstr("98\u2009%"));
    EXPECT_TRUE(evidenceExists(d.session(), found[0]));
}

TEST(TinyKernels, LeavesLoopsOverTensorsToTheirRule) {
    EXPECT_EQ(Detected("optimizer_loop").text(kTinyKernelsRule), "");
    EXPECT_EQ(Detected("ema_loop_none").text(kTinyKernelsRule), "");
}

// Tiny kernels cost no launch time where graphs launch them or the host is far ahead.
TEST(TinyKernels, SilentWhereLaunchesAreNotTheLimit) {
    for (const char* name :
         {"flux_after_cudagraph", "transformer_compile_cudagraph", "graph_small_after",
          "graph_large_before", "flux2_before_eager", "wan_after_compile", "train_workers_pinned",
          "train_sync_pageable", "ddp_balanced_rank0", "memory_flat", "streams_overlap",
          "optimizer_foreach", "optimizer_fused", "ema_foreach_none"}) {
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
        return found.size() == 1 ? found[0].fix : std::string("none");
    };
    EXPECT_THAT(fixFor("triton_poi_fused_add_0"), HasSubstr("larger regions"));
    EXPECT_THAT(fixFor("nvjet_sm90_tst_64x8_64x16_2x4_h_bz_bias_TNT"), HasSubstr("larger batch"));
    EXPECT_THAT(fixFor("void at::native::vectorized_elementwise_kernel<4>(int)"),
                HasSubstr("`torch.compile` fuses"));
}

TEST(TinyKernels, NeedsAGpu) {
    TraceDsl t;
    t.op(t.thread("main"), {0, 1'000}, "aten::add");
    EXPECT_THAT(Detected(t).notApplicable(kTinyKernelsRule), HasSubstr("no GPU activity"));
}

}  // namespace
}  // namespace gaplight::test
