// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <string_view>

// Names, args and numbers that the measures and rules know, and names that no output may take for
// its own syntax.
namespace gaplight::test {

inline constexpr std::array<std::string_view, 14> kKernelNames{
    "void at::native::vectorized_elementwise_kernel<4, at::native::CUDAFunctor_add<float>>(int)",
    "sm90_xmma_gemm_bf16bf16_bf16f32_f32_tn_n_tilesize128x128x64_warpgroupsize1x1x1",
    "ampere_sgemm_128x64_tn",
    "void cudnn::engines_precompiled::nchwToNhwcKernel<float, float, float, false, true>(int)",
    "triton_poi_fused_add_mul_0",
    "triton_tem_fused_mm_1",
    "ncclDevKernel_AllReduce_Sum_f32_RING_LL(ncclDevKernelArgsStorage<4096ul>)",
    "ncclDevKernel_SendRecv(ncclDevKernelArgsStorage<4096ul>)",
    "void at::native::bfloat16_copy_kernel_cuda(at::TensorIteratorBase&)",
    "flash_fwd_kernel",
    "Memcpy",
    "k",
    "",
    "_ZN2at6native13reduce_kernelILi512ELi1EEEvT_",
};

inline constexpr std::array<std::string_view, 18> kOpNames{
    "aten::mm",
    "aten::linear",
    "aten::copy_",
    "aten::_to_copy",
    "aten::to",
    "aten::item",
    "aten::_local_scalar_dense",
    "aten::nonzero",
    "aten::is_nonzero",
    "aten::add_",
    "aten::mul_",
    "aten::conv2d",
    "aten::cudnn_convolution",
    "aten::clone",
    "aten::_foreach_add_",
    "autograd::engine::evaluate_function: MulBackward0",
    "CompiledFunctionBackward",
    "record_param_comms",
};

inline constexpr std::array<std::string_view, 14> kAnnotationNames{
    "transformer_forward",
    "scheduler_step",
    "vae_decode",
    "Torch-Compiled Region: 0/1",
    "## Call CompiledFxGraph fabcdefghij0123456789abcdefghij0123456789abcdefghij ##",
    "Optimizer.step#AdamW.step",
    "Optimizer.zero_grad#AdamW.zero_grad",
    "enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__",
    "enumerate(DataLoader)#_MultiProcessingDataLoaderIter.__next__",
    "entire_frame_compile (dynamo_timed)",
    "Pregraph bytecode",
    "nccl:all_reduce",
    "DistributedDataParallel.forward",
    "compile_attempt_1",
};

inline constexpr std::array<std::string_view, 14> kFrameNames{
    "train.py(12): step",
    "train.py(40): <module>",
    "model.py(7): forward",
    "nn.Module: Linear_0",
    "<built-in method item of Tensor object at 0x7f>",
    "torch/utils/data/dataloader.py(700): __next__",
    "/usr/lib/python3/dist-packages/torch/profiler/profiler.py(700): __exit__",
    "torch/cuda/__init__.py(900): synchronize",
    "torch/_dynamo/convert_frame.py(1): _compile",
    "torch/_inductor/compile_fx.py(9): compile_fx",
    "diffusers/training_utils.py(500): step",
    "/tmp/torchinductor_user/ab/cab.py(30): call",
    "<string>(1): <lambda>",
    "<ipython-input-3-abc>(1): <cell line: 1>",
};

// Calls that launch nothing of their own; a kernel may carry the correlation of any of them.
inline constexpr std::array<std::string_view, 22> kCallNames{
    "cudaDeviceSynchronize",
    "cudaStreamSynchronize",
    "cudaEventSynchronize",
    "cuStreamSynchronize",
    "hipDeviceSynchronize",
    "cudaStreamWaitEvent",
    "cudaEventRecord",
    "cudaEventQuery",
    "cudaMalloc",
    "cudaFree",
    "cudaHostAlloc",
    "cudaFreeAsync",
    "cudaStreamIsCapturing",
    "cudaStreamBeginCapture",
    "cudaStreamEndCapture",
    "cudaGraphInstantiateWithFlags",
    "cudaGraphLaunch",
    "cuLaunchKernelEx",
    "cudaMemcpy",
    "hipMemcpyWithStream",
    "cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags",
    "cudaFuncSetAttribute",
};

inline constexpr std::array<std::string_view, 14> kStrangeNames{
    "",
    "\"quoted\" \\ back",
    "a\nb\r\nc\t\x01\x1b[31mred\x1b[0m\x07",
    "<img src=x onerror=alert(1)></script><b>&amp;",
    "=HYPERLINK(\"http://x\")",
    "+1,-1;@x",
    "| cell | `code` ``` # [link](javascript:alert(1)) ![i](x)",
    "\xE2\x80\xAE"
    "gnp.exe",
    "\xF0\x9F\x98\x80\xCC\x81\xE2\x80\x8B\xEF\xBF\xBD",
    "\xC3\xA9\xC2\x9B"
    "31m",
    "{} {0} %s %n $(x) `x` ${x}",
    "a,b;\"c\"\n\"d\"",
    "very long name very long name very long name very long name very long name very long name "
    "very long name very long name very long name very long name very long name very long name ",
    "ProfilerStep#99999999999999999999",
};
inline constexpr std::array<std::string_view, 7> kCopyNames{"Memcpy HtoD (Pageable -> Device)",
                                                            "Memcpy DtoH (Device -> Pageable)",
                                                            "Memcpy HtoD (Pinned -> Device)",
                                                            "Memcpy DtoH (Device -> Pinned)",
                                                            "Memcpy DtoD (Device -> Device)",
                                                            "Memset (Device)",
                                                            "Memcpy PtoP"};

// Members of "args", without their braces.
inline constexpr std::array<std::string_view, 6> kOpArgs{
    "\"External id\": 7",
    R"("Input Dims": [[1024, 1024], [1024, 1024]], "Input type": ["float", "float"])",
    R"("Input Dims": [[17, 33], [33, 5]], "Input type": ["c10::BFloat16", "c10::Half"])",
    R"("Input Dims": [[9223372036854775807, -1], []], "Input type": [1, null, "float"])",
    R"("Concrete Inputs": ["", "6", "False"], "Sequence number": -1, "Fwd thread id": 1)",
    "",
};

inline constexpr std::array<std::string_view, 5> kKernelArgs{
    R"("grid": [1568, 1, 32], "block": [256, 1, 1], "registers per thread": 32)",
    R"("grid": [140, 1, 1], "block": [1024, 1, 1], "registers per thread": 64)",
    R"("grid": [1, 1, 1], "block": [32, 1, 1], "shared memory": 200000)",
    R"("grid": [4294967295, 4294967295, 4294967295], "block": [65535, 65535, 65535])",
    R"("grid": [0, 0, 0], "block": [0, 0, 0], "est. achieved occupancy %": -5)",
};

// Near the largest time, in ns.
inline constexpr std::int64_t kFar = std::int64_t{1} << 62U;

// Start times of generated traces, in ns.
inline constexpr std::array<std::int64_t, 8> kOrigins{
    0,
    1'000'000,
    1'790'857'026'000'000'000,
    -5'000,
    kFar - 1'000'000,
    1 - kFar,
    4'376'659'763'966'666,
    std::numeric_limits<std::int64_t>::max() - 1'000'000};

// Typical slice durations of generated traces, in ns.
inline constexpr std::array<std::int64_t, 6> kUnits{1'000, 1'000, 100, 1, 1'000'000, 50'000'000};

inline constexpr std::array<std::int64_t, 7> kAllocatedBytes{
    512,
    -512,
    1'048'576,
    -1'048'576,
    0,
    std::numeric_limits<std::int64_t>::max(),
    std::numeric_limits<std::int64_t>::min()};

inline constexpr std::array<std::string_view, 6> kCopiedBytes{
    "4", "19267584", "0", "-1", "9223372036854775807", "1099511627776"};

}  // namespace gaplight::test
