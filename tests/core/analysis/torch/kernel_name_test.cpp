// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/torch/kernel_group.h"

#include <gtest/gtest.h>

namespace gaplight {
namespace {

TEST(ShortKernelName, LeavesNamesThatAreNotCpp) {
    EXPECT_EQ(shortKernelName("triton_poi_fused_add_0"), "triton_poi_fused_add_0");
    EXPECT_EQ(shortKernelName("nvjet_hsh_128x64_64x8_1x2_h_bz_TNT"),
              "nvjet_hsh_128x64_64x8_1x2_h_bz_TNT");
    EXPECT_EQ(shortKernelName("_ZN2at6native6kernelEv"), "_ZN2at6native6kernelEv");
    EXPECT_EQ(shortKernelName("my own kernel"), "my own kernel");
    EXPECT_EQ(shortKernelName(""), "");
}

TEST(ShortKernelName, DropsReturnTypeNamespacesTemplatesAndParameters) {
    EXPECT_EQ(shortKernelName("void at::native::vectorized_elementwise_kernel<4, "
                              "at::native::FillFunctor<float>, std::array<char*, 1ul> >(int, "
                              "at::native::FillFunctor<float>, std::array<char*, 1ul>)"),
              "vectorized_elementwise_kernel");
    EXPECT_EQ(shortKernelName(
                  "ncclDevKernel_AllReduce_Sum_f32_RING_LL(ncclDevKernelArgsStorage<4096ul>)"),
              "ncclDevKernel_AllReduce_Sum_f32_RING_LL");
    EXPECT_EQ(shortKernelName("std::enable_if<!(false), void>::type internal::gemvx::kernel<int, "
                              "int, float>(cublasGemvParamsEx<int>)"),
              "gemvx::kernel");
    EXPECT_EQ(shortKernelName("void cutlass::Kernel2<cutlass_80_tensorop>(cutlass_80::Params)"),
              "cutlass::Kernel2");
    EXPECT_EQ(shortKernelName("unsigned int foo(int) [clone .kd]"), "foo");
    EXPECT_EQ(shortKernelName("void foo<3> [clone .kd]"), "foo");
}

TEST(ShortKernelName, UnnamedScopes) {
    EXPECT_EQ(shortKernelName("void at::native::(anonymous namespace)::CatArrayBatchedCopy<int, "
                              "unsigned int>(int*)"),
              "CatArrayBatchedCopy");
    EXPECT_EQ(shortKernelName("void (anonymous namespace)::softmax_warp_forward<float>(float*)"),
              "softmax_warp_forward");
    EXPECT_EQ(shortKernelName("void at::native::<unnamed>::multi_tensor_apply_kernel<int>(T1)"),
              "multi_tensor_apply_kernel");
}

TEST(ShortKernelName, OperatorsAndComparisonsAmongTemplateArguments) {
    EXPECT_EQ(shortKernelName("void foo<(a > b), (c < d), &x::operator->>(int)"), "foo");
    EXPECT_EQ(shortKernelName("void Body::operator()<int>(int)"), "Body::operator()");
    EXPECT_EQ(shortKernelName("bool Body::operator+<int>(int)"), "operator+");
    EXPECT_EQ(shortKernelName("void run<{lambda()#1}, f(int (*)(float))>(int)"), "run");
}

TEST(ShortKernelName, CutAndUnbalancedNames) {
    EXPECT_EQ(shortKernelName("void at::native::kernel_a<at::native::Functor<flo"), "kernel_a");
    EXPECT_EQ(shortKernelName("void a::b<int>>>>(int)"), "b");
    EXPECT_EQ(shortKernelName("void a::b<((((((int"), "b");
    EXPECT_EQ(shortKernelName("<<<<"), "<<<<");
    EXPECT_EQ(shortKernelName("(((("), "((((");
    EXPECT_EQ(shortKernelName("::::()"), "::::()");
    EXPECT_EQ(shortKernelName(" (x)"), " (x)");
}

TEST(ShortKernelName, TenThousandCharacters) {
    std::string deep = "void scope::deep<";
    for (int i = 0; i < 2'500; ++i) {
        deep += "a<(";
    }
    EXPECT_EQ(shortKernelName(deep), "deep");
    EXPECT_EQ(shortKernelName(deep + std::string(5'000, ')') + "(int)"), "deep");
}

}  // namespace
}  // namespace gaplight
