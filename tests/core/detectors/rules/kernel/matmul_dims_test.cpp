// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/detectors/rules/kernel/matmul_dims.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace gaplight {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr const char* kHalfs = R"(["c10::BFloat16", "c10::BFloat16"])";

TEST(MatmulDims, FindsWhatIsNoMultipleOfEight) {
    EXPECT_THAT(unalignedHalfDims("aten::mm", "[[4096, 768], [768, 50257]]", kHalfs),
                ElementsAre(50257));
    EXPECT_THAT(unalignedHalfDims("aten::bmm", "[[12, 128, 77], [12, 77, 64]]", kHalfs),
                ElementsAre(77));
    EXPECT_THAT(unalignedHalfDims("aten::addmm", "[[1001], [32, 2048], [2048, 1001], [], []]",
                                  R"(["c10::Half", "c10::Half", "c10::Half"])"),
                ElementsAre(1001));
}

TEST(MatmulDims, DoNotMindTheRows) {
    EXPECT_THAT(unalignedHalfDims("aten::mm", "[[32761, 768], [768, 3072]]", kHalfs), IsEmpty());
}

TEST(MatmulDims, AskOnlyForSixteenBitProducts) {
    EXPECT_THAT(unalignedHalfDims("aten::mm", "[[10, 77], [77, 10]]", R"(["float", "float"])"),
                IsEmpty());
    EXPECT_THAT(unalignedHalfDims("aten::add", "[[10, 77], [77, 10]]", kHalfs), IsEmpty());
}

TEST(MatmulDims, SurviveAnything) {
    for (const char* dims : {"", "[]", "[[]]", "[[1, 2]]", "[[[1, 3]], [[3, 5]]]", "]]]", "[[7",
                             "[[99999999999999999999999999, 1], [1, 1]]"}) {
        EXPECT_LE(unalignedHalfDims("aten::mm", dims, kHalfs).size(), 2U) << dims;
    }
}

TEST(MatmulDims, ReadTheAlignmentInNames) {
    EXPECT_EQ(alignmentInName("cutlass_80_tensorop_bf16_s16816gemm_bf16_64x64_nn_align2"), 2);
    EXPECT_EQ(alignmentInName("sm80_xmma_gemm_bf16bf16_bf16f32_f32_nn_n_aligna8_alignc4_exec"), 4);
    EXPECT_EQ(alignmentInName("fmha_cutlassF_bf16_aligned_64x128_rf_sm80"), 0);
    EXPECT_EQ(alignmentInName("nvjet_sm90_tst_192x192"), 0);
}

}  // namespace
}  // namespace gaplight
