// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/gpu/matmul_path.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace gaplight {
namespace {

using Path = MatmulPath;
using Format = MatmulFormat;

struct Case {
    const char* name;
    Path path;
    Format format;
};

TEST(MatmulPath, OfNames) {
    const std::vector<Case> cases{
        {"ampere_sgemm_128x64_tn", Path::CudaCore, Format::Float32},
        {"volta_sgemm_32x32_sliced1x4_nn", Path::CudaCore, Format::Float32},
        {"volta_scudnn_128x64_relu_interior_nn_v1", Path::CudaCore, Format::Float32},
        {"void cutlass::Kernel2<cutlass_80_simt_sgemm_256x128_8x4_nt_align1>(Params)",
         Path::CudaCore, Format::Float32},
        // xmma is not always on tensor cores.
        {"sm80_xmma_gemm_f32f32_f32f32_f32_nn_n_tilesize256x128x8_stage3_warpsize4x2x1_ffma_"
         "aligna4_alignc4_execute_kernel__5x_cublas",
         Path::CudaCore, Format::Float32},
        {"sm80_xmma_fprop_implicit_gemm_tf32f32_tf32f32_f32_nhwckrsc_nhwc_tilesize128x32x16_stage1_"
         "warpsize4x1x1_g1_tensor16x8x8_aligna4_alignc8",
         Path::TensorCore, Format::Other},
        {"sm90_xmma_gemm_f32f32_tf32f32_f32_tn_n_tilesize64x128x32_warpgroupsize1x1x1_execute_"
         "segment_k_off_kernel__5x_cublas",
         Path::TensorCore, Format::Other},
        {"ampere_fp16_s16816gemm_fp16_128x128_ldg8_f2f_stages_32x5_tn", Path::TensorCore,
         Format::Half},
        {"ampere_bf16_s1688gemm_bf16_64x64_sliced1x2_ldg8_f2f_tn", Path::TensorCore, Format::Half},
        {"volta_h884gemm_64x128_ldg8_nn", Path::TensorCore, Format::Other},
        {"ampere_h16816gemm_128x64_ldg8_stages_64x3_tn", Path::TensorCore, Format::Other},
        {"void cutlass__5x_cudnn::Kernel<cutlass_tensorop_s1688dgrad_optimized_tf32_256x64_16x4>()",
         Path::TensorCore, Format::Other},
        {"nvjet_sm90_tst_192x192_64x4_2x1_v_bz_coopB_TNN", Path::TensorCore, Format::Other},
        {"Cijk_Alik_Bljk_BBS_BH_Bias_HA_S_SAV_MT256x256x64_MI16x16x1_SN", Path::TensorCore,
         Format::Other},
        {"Cijk_Ailk_Bljk_SB_MT128x128x16_SN_K1", Path::CudaCore, Format::Float32},
        {"Cijk_Alik_Bljk_HHS_BH_MT64x64x16_SN_K1", Path::CudaCore, Format::Half},
        {"Cijk_Ailk_Bljk_SB_MT128x128x16_MI32x32x2x1_SN", Path::TensorCore, Format::Other},
        {"Cijk_Ailk_Bljk_DB_MT64x64x8_SN_K1", Path::Unknown, Format::Other},
        // 16-bit numbers on CUDA cores: cuBLAS for dimensions that do not suit.
        {"ampere_fp16_sgemm_fp16_64x64_tn", Path::CudaCore, Format::Half},
        {"precomputed_convolve_sgemm<__nv_bfloat16, 1024, 5, 5>(int)", Path::CudaCore,
         Format::Half},
        // A matrix times a vector, or the sum of parts.
        {"void gemv2T_kernel_val<int, int, float, float, float, float, 128>(int)",
         Path::MatrixVector, Format::Other},
        {"void gemmSN_TN_kernel<float, 128, 16, 2, 4, 6, 7, true>(int)", Path::MatrixVector,
         Format::Other},
        {"void cublasLt::splitKreduce_kernel<32, 16, int, float>(int)", Path::MatrixVector,
         Format::Other},
        // fp64 and complex numbers are another matter.
        {"volta_dgemm_128x64_nn", Path::Unknown, Format::Other},
        {"volta_cgemm_32x64_tn", Path::Unknown, Format::Other},
        {"_matmul_ogs_NNT_bf16xbf16xmxfp4_128x256x64x1", Path::Unknown, Format::Half},
    };
    for (const Case& one : cases) {
        const MatmulKind kind = matmulKindOf(one.name);
        EXPECT_EQ(static_cast<int>(kind.path), static_cast<int>(one.path)) << one.name;
        EXPECT_EQ(static_cast<int>(kind.format), static_cast<int>(one.format)) << one.name;
    }
}

TEST(MatmulPath, CapabilityOfNames) {
    EXPECT_EQ(capabilityIn("volta_sgemm_128x64_nt"), 7);
    EXPECT_EQ(capabilityIn("cudnn_ampere_scudnn_128x64_relu_xregs_large_nn_v1"), 8);
    EXPECT_EQ(capabilityIn("sm80_xmma_gemm_f32f32_f32f32_f32_nn_n_tilesize256x128x8"), 8);
    EXPECT_EQ(capabilityIn("void cutlass::Kernel2<cutlass_80_simt_sgemm_128x256_8x4_nt_align1>()"),
              8);
    EXPECT_EQ(capabilityIn("nvjet_sm90_tst_192x192_64x4_2x1_v_bz_coopB_TNN"), 9);
    EXPECT_EQ(capabilityIn("maxwell_sgemm_128x64_nn"), 0) << "before tensor cores";
    EXPECT_EQ(capabilityIn("void gemv2T_kernel_val<float>(int)"), 0);
}

}  // namespace
}  // namespace gaplight
