// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/torch/name_classes.h"

#include <gtest/gtest.h>

#include "tests/support/traces/trace_dsl.h"

namespace gaplight {
namespace {

TEST(ApiCall, BlockingCallsOfCudaAndHip) {
    for (const char* name :
         {"cudaStreamSynchronize", "cudaDeviceSynchronize", "cudaEventSynchronize",
          "cudaThreadSynchronize", "cudaMemcpy", "cuStreamSynchronize", "cuCtxSynchronize",
          "cuEventSynchronize", "hipStreamSynchronize", "hipDeviceSynchronize",
          "hipEventSynchronize", "hipMemcpy", "hipMemcpyWithStream", "cudaStreamSynchronize_ptsz",
          "cuStreamSynchronize_v2_ptsz", "cudaMemcpy_v3020"}) {
        EXPECT_EQ(apiCallOf(name), ApiCall::Blocking) << name;
    }
}

TEST(ApiCall, OfUnifiedRuntimeLevelZeroAndOpenCl) {
    for (const char* name : {"urEventWait", "urQueueFinish", "zeCommandQueueSynchronize",
                             "zeEventHostSynchronize", "clFinish"}) {
        EXPECT_EQ(apiCallOf(name), ApiCall::Blocking) << name;
    }
    for (const char* name :
         {"urEnqueueKernelLaunch", "urEnqueueKernelLaunchWithArgsExp",
          "zeCommandListAppendLaunchCooperativeKernel", "clEnqueueNDRangeKernel"}) {
        EXPECT_EQ(apiCallOf(name), ApiCall::Launch) << name;
    }
    for (const char* name : {"urEnqueueEventsWait", "urQueueFlush", "zeEventPoolCreate"}) {
        EXPECT_EQ(apiCallOf(name), ApiCall::Other) << name;  // the host goes on
    }
}

TEST(ApiCall, TheOthers) {
    EXPECT_EQ(apiCallOf("cudaLaunchKernel"), ApiCall::Launch);
    EXPECT_EQ(apiCallOf("cudaLaunchKernelExC"), ApiCall::Launch);
    EXPECT_EQ(apiCallOf("cuLaunchKernelEx"), ApiCall::Launch);
    EXPECT_EQ(apiCallOf("cudaGraphLaunch"), ApiCall::Launch);
    EXPECT_EQ(apiCallOf("hipModuleLaunchKernel"), ApiCall::Launch);
    EXPECT_EQ(apiCallOf("hipExtModuleLaunchKernel"), ApiCall::Launch);
    EXPECT_EQ(apiCallOf("cudaMalloc"), ApiCall::Alloc);
    EXPECT_EQ(apiCallOf("cudaFreeHost"), ApiCall::Alloc);
    EXPECT_EQ(apiCallOf("cudaHostAlloc"), ApiCall::Alloc);
    EXPECT_EQ(apiCallOf("cuMemCreate"), ApiCall::Alloc);
    EXPECT_EQ(apiCallOf("hipMalloc"), ApiCall::Alloc);
    EXPECT_EQ(apiCallOf("cudaMemcpyAsync"), ApiCall::Copy);
    EXPECT_EQ(apiCallOf("cuMemcpyHtoDAsync_v2"), ApiCall::Copy);
    EXPECT_EQ(apiCallOf("hipMemsetAsync"), ApiCall::Copy);
    for (const char* name : {"cudaEventRecord", "cudaStreamWaitEvent", "cudaPeekAtLastError",
                             "cudaMemGetInfo", "cuModuleLoadData", "aten::mm", "cu", "", "_v2"}) {
        EXPECT_EQ(apiCallOf(name), ApiCall::Other) << name;
    }
}

TEST(HostWork, CompilationIsNotTheCompiledCode) {
    for (const char* name : {"_compile.compile_inner (dynamo_timed)", "entire_frame_compile",
                             "dynamo", "compile_fx.<locals>.fw_compiler_base", "async_compile.wait",
                             "torch/_dynamo/convert_frame.py(1234): _compile",
                             "torch/_inductor/compile_fx.py(77): compile_fx_inner",
                             "triton/compiler/compiler.py(226): compile",
                             "torch/_inductor/runtime/triton_heuristics.py(300): precompile",
                             "executor_utils::Nvrtc::CompileProgram", "nvfuser::compile",
                             "KernelExecutor::compileFusion", "backend_compile_and_load"}) {
        EXPECT_EQ(hostWorkOf(name), HostWork::Compile) << name;
    }
    for (const char* name :
         {"Torch-Compiled Region: 0/0", "TorchDynamo Cache Lookup", "CompiledFunction",
          "## Call CompiledFxGraph fnfnsyqo5g6cns5 ##", "torch/_dynamo/eval_frame.py(1240): _fn",
          "triton/compiler/compiler.py(479): launch_metadata",
          "torch/_inductor/runtime/triton_heuristics.py(1200): run",
          "torch/_inductor/runtime/autotune_cache.py(488): end_compile", "dynamo rules",
          "compile_time", "Compiled::run", "CompiledKernel::run", "canScheduleCompileTime",
          "compiler"}) {
        EXPECT_EQ(hostWorkOf(name), HostWork::Ordinary) << name;
    }
}

TEST(NameClasses, CallsWithoutVersionAndStreamMark) {
    EXPECT_EQ(plainCallName("cudaLaunchKernel_v7000"), "cudaLaunchKernel");
    EXPECT_EQ(plainCallName("cuMemcpyDtoHAsync_v2_ptsz"), "cuMemcpyDtoHAsync");
    EXPECT_EQ(plainCallName("cuStreamWaitEvent"), "cuStreamWaitEvent");
    EXPECT_EQ(plainCallName("my_value"), "my_value");
    EXPECT_EQ(plainCallName("_v2"), "_v2");
}

TEST(NameClasses, KnowNamesThatOnlyTorchGives) {
    for (const char* name :
         {"aten::mm", "ProfilerStep#3", "torch/nn/modules/module.py(1751): _call_impl",
          "void at::native::vectorized_elementwise_kernel<4, at::native::FillFunctor<float>>",
          "_ZN2at6native29vectorized_elementwise_kernelILi4E", "triton_poi_fused_add_0"}) {
        EXPECT_TRUE(isTorchName(name)) << name;
    }
    for (const char* name : {"ampere_sgemm_128x64_tn", "ncclDevKernel_AllReduce_Sum_f32_RING_LL",
                             "loop_add_fusion", "step", "cudaLaunchKernel", ""}) {
        EXPECT_FALSE(isTorchName(name)) << name;
    }
}

TEST(GraphCall, OfCudaAndHip) {
    EXPECT_EQ(graphCallOf("cudaGraphLaunch"), GraphCall::Launch);
    EXPECT_EQ(graphCallOf("hipGraphLaunch"), GraphCall::Launch);
    EXPECT_EQ(graphCallOf("cuGraphLaunch_ptsz"), GraphCall::Launch);
    EXPECT_EQ(graphCallOf("cudaStreamBeginCapture_ptsz"), GraphCall::BeginCapture);
    EXPECT_EQ(graphCallOf("hipStreamEndCapture"), GraphCall::EndCapture);
    EXPECT_EQ(graphCallOf("cudaGraphInstantiateWithFlags"), GraphCall::Instantiate);
    for (const char* name : {"cudaStreamIsCapturing", "cudaLaunchKernel", "cudaGraphDestroy",
                             "GraphLaunch", "cudagraphify"}) {
        EXPECT_EQ(graphCallOf(name), GraphCall::None) << name;
    }
}

TEST(HostWork, DataLoaderAndProfiler) {
    EXPECT_EQ(hostWorkOf("enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__"),
              HostWork::DataLoader);
    EXPECT_EQ(hostWorkOf("torch/utils/data/dataloader.py(701): __next__"), HostWork::DataLoader);
    EXPECT_EQ(hostWorkOf("torch/utils/data/_utils/fetch.py(52): fetch"), HostWork::DataLoader);
    EXPECT_EQ(hostWorkOf("torch/profiler/profiler.py(120): stop"), HostWork::Profiler);
    EXPECT_EQ(hostWorkOf("/opt/python/torch/profiler/profiler.py(120): stop"), HostWork::Profiler);
    EXPECT_EQ(hostWorkOf("my/dataloader.py(12): __next__"), HostWork::Ordinary);
}

TEST(HostWork, CallsOfMpiThatWaitForOtherRanks) {
    for (const char* name : {"MPI_Recv", "MPI_Send", "MPI_Waitall", "MPI_Barrier", "MPI_Sendrecv",
                             "MPI_Bcast", "MPI_Allreduce", "PMPI_Alltoallv", "MPI_Recv_c"}) {
        EXPECT_EQ(hostWorkOf(name), HostWork::RankWait) << name;
    }
    for (const char* name : {"MPI_Irecv", "MPI_Isend", "MPI_Ibcast", "MPI_Test", "MPI_Init",
                             "MPI_Comm_rank", "MPI_", "MPI", "Recv", "my_MPI_Recv"}) {
        EXPECT_EQ(hostWorkOf(name), HostWork::Ordinary) << name;
    }
}

TEST(NameClasses, EveryTextOfATrace) {
    test::TraceDsl t;
    const auto host = t.thread("main");
    t.call(host, {0, 10}, "cudaStreamSynchronize");
    t.python(host, {0, 20}, "torch/profiler/profiler.py(120): stop");
    const auto trace = t.trace();
    const NameClasses names = NameClasses::build(*trace);
    const auto idOf = [&](const char* text) { return *trace->findText(text); };
    EXPECT_EQ(names.apiCall(idOf("cudaStreamSynchronize")), ApiCall::Blocking);
    EXPECT_EQ(names.hostWork(idOf("cudaStreamSynchronize")), HostWork::Ordinary);
    EXPECT_EQ(names.hostWork(idOf("torch/profiler/profiler.py(120): stop")), HostWork::Profiler);
}

}  // namespace
}  // namespace gaplight
