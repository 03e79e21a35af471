// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/torch/kernel_meaning.h"

#include <gtest/gtest.h>

namespace gaplight {
namespace {

std::string meaning(std::string_view name) {
    return kernelMeaning(name).value_or("none");
}

TEST(KernelMeaning, OfLibrariesCodes) {
    EXPECT_EQ(
        meaning("cudnn_generated_fort_native_sdpa_sm90_flash_fprop_wgmma_f16_knob_7_64x128x128_"
                "4x1x1_cga1x1x1_kernel0_0"),
        "sdpa forward f16 64×128×128");
    EXPECT_EQ(meaning("nvjet_sm90_tst_144x128_64x6_1x2_h_bz_coopA_bias_TNN"),
              "gemm bf16 144×128 bias");
    EXPECT_EQ(meaning("nvjet_sm90_hsh_128x64_64x8_1x2_h_bz_relubias_TNT"),
              "gemm f16 128×64 bias relu");
    EXPECT_EQ(meaning("sm80_xmma_gemm_f32f32_f32f32_f32_nn_n_tilesize128x64x8_stage3"),
              "gemm f32 128×64×8");
    EXPECT_EQ(meaning("sm90_xmma_wgrad_indexed_implicit_gemm_f32f32_tf32f32_f32_nhwckrsc_nhwc_"
                      "tilesize64x64x32_warpgroupsize1x1x1_g1_execute_split_k_kernel__5x_cudnn"),
              "conv wgrad tf32 64×64×32");
    EXPECT_EQ(meaning("sm90_xmma_fprop_implicit_gemm_bf16bf16_bf16f32_f32_nhwckrsc_nhwc_"
                      "tilesize128x256x64_warpgroupsize2x1x1_g1_execute_segment_k_off_kernel"),
              "conv forward bf16 128×256×64");
    EXPECT_EQ(meaning("Cijk_Ailk_Bljk_BBS_BH_Bias_HA_S_SAV_UserArgs_MT256x128x64_MI16x16x1_SN"),
              "gemm bf16 256×128×64");
}

TEST(KernelMeaning, OfTorchsElementwiseKernels) {
    EXPECT_EQ(meaning("void at::native::vectorized_elementwise_kernel<4, "
                      "at::native::CUDAFunctor_add<float>, std::array<char*, 3ul> >(int, "
                      "at::native::CUDAFunctor_add<float>, std::array<char*, 3ul>)"),
              "add f32");
    EXPECT_EQ(meaning("void at::native::vectorized_elementwise_kernel<8, "
                      "at::native::bfloat16_copy_kernel_cuda(at::TensorIteratorBase&)::{lambda("
                      "float)#1}, std::array<char*, 2ul> >(int, float)"),
              "copy bf16");
    EXPECT_EQ(meaning("void at::native::elementwise_kernel<128, 4, "
                      "at::native::gpu_kernel_impl_nocast<at::native::(anonymous "
                      "namespace)::silu_backward_kernel(at::TensorIteratorBase&)::{lambda()#1}::"
                      "operator()() const::{lambda(c10::BFloat16)#1}> >(int)"),
              "silu backward bf16");
}

TEST(KernelMeaning, NoneOfOtherNames) {
    for (const char* name : {"", "triton_poi_fused_gelu_view_6", "ampere_sgemm_128x64_tn",
                             "void at::native::elementwise_kernel<128, 4, my_functor>(int)",
                             "nchwToNhwcKernel", "Memcpy HtoD (Pinned -> Device)"}) {
        EXPECT_EQ(meaning(name), "none") << name;
    }
}

TEST(KernelMeaning, ARowHasItOrTheShortenedName) {
    EXPECT_EQ(kernelRowLabel("nvjet_sm90_tst_144x128_64x6_1x2_h_bz_coopA_bias_TNN"),
              "gemm bf16 144×128 bias");
    EXPECT_EQ(kernelRowLabel("void at::native::my_kernel<128, 4>(int)"), "my_kernel");
}

}  // namespace
}  // namespace gaplight
