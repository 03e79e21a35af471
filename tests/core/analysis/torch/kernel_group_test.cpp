// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/torch/kernel_group.h"

#include <set>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/traces/trace_dsl.h"

namespace gaplight {
namespace {

using Group = KernelGroup;

using Names = std::vector<std::pair<const char*, Group>>;

void expectGroups(const Names& names) {
    for (const auto& [name, group] : names) {
        EXPECT_EQ(kernelGroupName(kernelGroupOf(name)), kernelGroupName(group)) << name;
    }
}

TEST(KernelGroup, OfNvidiasLibraries) {
    expectGroups({
        // cuBLAS
        {"ampere_bf16_s16816gemm_bf16_128x64_ldg8_f2f_stages_64x3_tn", Group::Matmul},
        {"volta_sgemm_128x64_nn", Group::Matmul},
        {"nvjet_sm90_tst_192x192_64x4_2x1_v_bz_coopB_TNN", Group::Matmul},
        {"void cublasLt::splitKreduce_kernel<32, 16, int, float>(int)", Group::Matmul},
        {"std::enable_if<!(false), void>::type internal::gemvx::kernel<int>(int)", Group::Matmul},
        {"void transpose_readWrite_alignment_kernel<float2, 1>(int)", Group::Copy},
        // cuDNN
        {"sm90_xmma_fprop_implicit_gemm_f32f32_tf32f32_f32_nhwckrsc_nhwc_tilesize64x64x32_"
         "warpgroupsize1x1x1_g1_execute_segment_k_off_kernel__5x_cudnn",
         Group::Matmul},
        {"void cudnn::detail::dgrad_engine<float, 512, 6, 5>(int, int)", Group::Matmul},
        {"volta_scudnn_128x64_relu_interior_nn_v1", Group::Matmul},
        {"cudnn_generated_fort_native_sdpa_sm90_flash_fprop_wgmma_f16_knob_7", Group::Attention},
        {"void cudnn::bn_fw_tr_1C11_kernel_NCHW<float, float, 512>(cudnnTensorStruct)",
         Group::Norm},
        {"void cudnn::engines_precompiled::nchwToNhwcKernel<float, float, float>(int)",
         Group::Copy},
        // CUTLASS, whose templates have words of all kinds
        {"void cutlass::Kernel2<cutlass_80_simt_sgemm_128x256_8x4_nt_align1>(Params)",
         Group::Matmul},
        {"_ZN7cutlass13device_kernelINS_4gemm6kernel13GemmUniversalI15UniversalCopyEE",
         Group::Matmul},
    });
}

// Names as in DeepSeek's published profiles and in the sources of the libraries.
TEST(KernelGroup, OfLibrariesForExpertParallelism) {
    expectGroups({
        {"void dpsk::ep::internode::dispatch<false, 8, true, 8>(int4*)", Group::Collective},
        {"void dpsk::ep::internode::combine<8, __nv_bfloat16>(int4*)", Group::Collective},
        {"void dpsk::ep::internode::notify_dispatch<false, 4>(int const*)", Group::Collective},
        {"void deep_ep::intranode::cached_notify_combine<8>(void**)", Group::Collective},
        {"void deep_ep::internode_ll::dispatch<true, 3, 7168>(void*)", Group::Collective},
        {"void mori::moe::EpDispatchIntraNodeKernel<hip_bfloat16>(int)", Group::Collective},
        {"_ZN4mori3moe24EpCombineInterNodeKernelI12hip_bfloat16EEv", Group::Collective},
        {"void tensorrt_llm::kernels::moe_comm::moeA2ADispatchKernel<8>()", Group::Collective},
        {"void (anonymous namespace)::dispatchKernel<10u, true, true>(int*)", Group::Collective},
        {"void (anonymous namespace)::combineKernel<float, __nv_bfloat16>(int*)",
         Group::Collective},
        // They count tokens on this GPU.
        {"void dpsk::ep::cuda::get_dispatch_layout<256, 4>(long const*)", Group::Other},
        {"void cdpsk::ep::CUB_200302_NS::DeviceScanInitKernel<int>(int)", Group::Reduction},
        {"void at_cuda_detail::cub::DeviceSelectSweepKernel<cub::DispatchSelectIf<int>>(int)",
         Group::Other},
    });
}

TEST(KernelGroup, OfPyTorchAndItsFriends) {
    expectGroups({
        // flash-attention, xFormers, vLLM
        {"void pytorch_flash::flash_fwd_kernel<Flash_fwd_kernel_traits<64>>(Params)",
         Group::Attention},
        {"fmha_cutlassF_f32_aligned_64x64_rf_sm80(PyTorchMemEffAttention::Params)",
         Group::Attention},
        {"kernel_unified_attention_2d", Group::Attention},
        {"_fwd_kernel_aligned_0d1d2d3d", Group::Attention},
        {"_layer_norm_fwd_kernel", Group::Norm},
        // ATen
        {"void at::native::vectorized_elementwise_kernel<4, at::native::CUDAFunctor_add<float>>()",
         Group::Elementwise},
        {"void at::native::elementwise_kernel<128, 2, at::native::direct_copy_kernel_cuda()>()",
         Group::Copy},
        {"void at::native::(anonymous namespace)::CatArrayBatchedCopy<float, 2>(float*)",
         Group::Copy},
        {"void at::native::reduce_kernel<512, 1, at::native::ReduceOp<float>>()", Group::Reduction},
        {"void at::native::(anonymous namespace)::cunn_SoftMaxForward<4, float>()",
         Group::Reduction},
        {"void at::native::(anonymous namespace)::vectorized_layer_norm_kernel<float>()",
         Group::Norm},
        {"void at::native::(anonymous namespace)::RowwiseMomentsCUDAKernel<float>()", Group::Norm},
        {"void at::native::(anonymous namespace)::multi_tensor_apply_kernel<Adam>()",
         Group::Elementwise},
        {"void at::native::(anonymous namespace)::conv_depthwise2d_forward_kernel<3>()",
         Group::Matmul},
        // NCCL and RCCL
        {"ncclDevKernel_AllReduce_Sum_f32_RING_LL(ncclDevKernelArgsStorage<4096ul>)",
         Group::Collective},
        {"ncclKernel_SendRecv_RING_SIMPLE_Sum_int8_t(ncclDevComm*)", Group::Collective},
        {"void vllm::cross_device_reduce_1stage<__nv_bfloat16, 2>(int)", Group::Collective},
        // Tensile, composable kernels, MIOpen
        {"Cijk_Alik_Bljk_BBS_BH_Bias_HA_S_SAV_UserArgs_MT256x256x64_MI16x16x1_SN", Group::Matmul},
        {"_ZN7ck_tile6kentryILi1ENS_12Rmsnorm2dFwdIE", Group::Norm},
        {"MIOpenBatchNormFwdTrainSpatial", Group::Norm},
        {"batched_transpose_32x32_half", Group::Copy},
        // TorchInductor: only its prefix counts
        {"triton_red_fused__fused_rms_norm_add_copy_mul_1", Group::Triton},
        {"triton_tem_fused_mm_3", Group::Triton},
        // FBGEMM is about embeddings
        {"void fbgemm_gpu::permute_2D_data_kernel<false, int>(int)", Group::Other},
        {"my_kernel", Group::Other},
        {"", Group::Other},
    });
}

TEST(KernelGroup, NamesAreDistinct) {
    std::set<std::string_view> names;
    for (std::size_t group = 0; group < kKernelGroups; ++group) {
        names.insert(kernelGroupName(static_cast<Group>(group)));
    }
    EXPECT_EQ(names.size(), kKernelGroups);
    EXPECT_EQ(names.count(""), 0U);
}

TEST(KernelGroup, TellsLayoutTransposes) {
    EXPECT_TRUE(isLayoutTranspose("void cudnn::ops::nhwcToNchwKernel<float>(int)"));
    EXPECT_TRUE(isLayoutTranspose("nchwToNhwc"));
    EXPECT_FALSE(isLayoutTranspose("void cudnn::bn_fw_tr_1C11_kernel_NCHW<float>(int)"));
}

TEST(KernelGroup, TellsKernelsThatChooseTheirGrid) {
    EXPECT_TRUE(choosesOwnGrid("void at::native::multi_tensor_apply_kernel<Adam>()"));
    EXPECT_TRUE(choosesOwnGrid("nvjet_sm90_tst_256x152_64x4_1x2_h_bz_coopA_bias_TNT"));
    EXPECT_TRUE(choosesOwnGrid("cutlass::gemm::PersistentTileScheduler"));
    EXPECT_FALSE(choosesOwnGrid("volta_sgemm_128x64_nn"));
}

TEST(KernelGroup, IsLookedUpOncePerName) {
    test::TraceDsl t;
    const auto stream = t.stream(0, 7);
    t.kernel(stream, {0, 10}, 0, "volta_sgemm_128x64_nn");
    t.kernel(stream, {20, 30}, 0, "ncclDevKernel_AllReduce");
    t.kernel(stream, {40, 50}, 0, "volta_sgemm_128x64_nn");
    const auto trace = t.trace();
    KernelGroups groups(*trace);
    EXPECT_EQ(groups.of(test::sliceNamed(*trace, "volta_sgemm_128x64_nn", 1)), Group::Matmul);
    EXPECT_EQ(groups.of(*trace->findText("ncclDevKernel_AllReduce")), Group::Collective);
    EXPECT_EQ(groups.of(test::sliceNamed(*trace, "volta_sgemm_128x64_nn")), Group::Matmul);
}

}  // namespace
}  // namespace gaplight
