// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace gaplight {

// What a kernel computes, where its name says so in a code of its library; empty for other names.
// For labels that have little space: the recorded name stands beside them.
//
//   cudnn_generated_fort_native_sdpa_sm90_flash_fprop_wgmma_f16_knob_7_64x128x128_…
//                                                        sdpa forward f16 64×128×128
//   nvjet_sm90_tst_144x128_64x6_1x2_h_bz_coopA_bias_TNN  gemm bf16 144×128 bias
//   sm80_xmma_dgrad_implicit_gemm_tf32f32_…_tilesize64x32x64_…
//                                                        conv dgrad tf32 64×32×64
//   sm80_xmma_gemm_f32f32_f32f32_f32_nn_n_tilesize128x64x8_…
//                                                        gemm f32 128×64×8
//   Cijk_Ailk_Bljk_BBS_BH_…_MT256x128x64_…               gemm bf16 256×128×64
//   void at::native::vectorized_elementwise_kernel<4, at::native::CUDAFunctor_add<float>, …
//                                                        add f32
//
// The letters of cuBLAS's nvjet kernels: t bf16, h f16, as kernels of recorded bf16 and f16 matrix
// products have them. Those of Tensile: S f32, H f16, B bf16, D f64 (its documentation, "Kernel
// Parameters"). O(length).
[[nodiscard]] std::optional<std::string> kernelMeaning(std::string_view name);
// That, else the shortened name: what the row of a kernel, and a text about one kernel, call it.
[[nodiscard]] std::string kernelRowLabel(std::string_view name);

}  // namespace gaplight
