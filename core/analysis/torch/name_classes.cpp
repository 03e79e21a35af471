// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/torch/name_classes.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <span>
#include <utility>

#include <tbb/blocked_range.h>

#include "core/analysis/torch/annotation_name.h"
#include "core/base/parallel.h"

namespace gaplight {
namespace {

using Names = std::span<const std::string_view>;

// Calls are told by what follows "cuda", "cu" or "hip".
constexpr std::array<std::string_view, 3> kApiPrefixes{"cuda", "hip", "cu"};

// METRICS "blocking call". PyTorch on ROCm reads scalars back with hipMemcpyWithStream, which
// returns when the copy has been done.
constexpr std::array<std::string_view, 5> kSynchronize{"StreamSynchronize", "DeviceSynchronize",
                                                       "EventSynchronize", "ThreadSynchronize",
                                                       "CtxSynchronize"};
constexpr std::array<std::string_view, 3> kBlockingCopies{"cudaMemcpy", "hipMemcpy",
                                                          "hipMemcpyWithStream"};
constexpr std::array<std::string_view, 12> kAllocations{
    "Malloc",  "Free",      "HostAlloc", "HostMalloc", "HostFree",   "MemAlloc",
    "MemFree", "MemCreate", "MemMap",    "MemUnmap",   "MemRelease", "MemAddress"};
constexpr std::array<std::string_view, 2> kCopies{"Memcpy", "Memset"};
constexpr std::array<std::string_view, 6> kLaunches{
    "Launch", "GraphLaunch", "ModuleLaunch", "ExtLaunch", "ExtModuleLaunch", "HccModuleLaunch"};
// Unified Runtime, Level Zero and OpenCL, whose names have further words (...WithArgsExp).
constexpr std::array<std::string_view, 4> kOtherLaunches{
    "urEnqueueKernelLaunch", "urEnqueueCooperativeKernelLaunch", "zeCommandListAppendLaunch",
    "clEnqueueNDRangeKernel"};
constexpr std::array<std::string_view, 8> kOtherWaits{"urEventWait",
                                                      "urQueueFinish",
                                                      "zeCommandQueueSynchronize",
                                                      "zeEventHostSynchronize",
                                                      "zeFenceHostSynchronize",
                                                      "zeCommandListHostSynchronize",
                                                      "clFinish",
                                                      "clWaitForEvents"};

// Further words follow: cudaGraphInstantiateWithFlags, cudaStreamBeginCaptureToGraph.
constexpr std::array<std::pair<std::string_view, GraphCall>, 4> kGraphCalls{
    {{"GraphLaunch", GraphCall::Launch},
     {"StreamBeginCapture", GraphCall::BeginCapture},
     {"StreamEndCapture", GraphCall::EndCapture},
     {"GraphInstantiate", GraphCall::Instantiate}}};

// record_function names of torch/_dynamo/utils.py (dynamo_timed) and of the spans around it.
constexpr std::string_view kDynamoTimed = "(dynamo_timed)";
constexpr std::array<std::string_view, 6> kCompileSpans{
    "dynamo",          "entire_frame_compile", "entire_backward_compile",
    "backend_compile", "inductor_compile",     "fx_codegen_and_compile"};
constexpr std::array<std::string_view, 2> kXlaCompileSpans{"backend_compile_and_load",
                                                           "PJRT_Client_Compile"};
constexpr std::array<std::string_view, 3> kCompileSpanPrefixes{"compile_attempt_", "compile_fx",
                                                               "async_compile."};
// Files that only run while something is compiled. Most of torch/_dynamo and torch/_inductor
// runs with compiled code too and must not be here.
constexpr std::array<std::string_view, 5> kCompileFiles{
    "torch/_dynamo/convert_frame.py", "torch/_inductor/compile_fx.py",
    "torch/_inductor/async_compile.py", "torch/_inductor/graph.py", "torch/_inductor/scheduler.py"};

// Calls of MPI, after "MPI_", that wait for other ranks: of messages between two (a large one is
// sent only once it is received), for requests, of all ranks, for windows. They return at once with
// an "I" in front of them (`MPI_Ibcast`).
constexpr std::array<std::string_view, 45> kRankWaits{"Send",
                                                      "Ssend",
                                                      "Rsend",
                                                      "Recv",
                                                      "Mrecv",
                                                      "Probe",
                                                      "Mprobe",
                                                      "Sendrecv",
                                                      "Sendrecv_replace",
                                                      "Wait",
                                                      "Waitall",
                                                      "Waitany",
                                                      "Waitsome",
                                                      "Barrier",
                                                      "Bcast",
                                                      "Reduce",
                                                      "Allreduce",
                                                      "Gather",
                                                      "Gatherv",
                                                      "Allgather",
                                                      "Allgatherv",
                                                      "Scatter",
                                                      "Scatterv",
                                                      "Alltoall",
                                                      "Alltoallv",
                                                      "Alltoallw",
                                                      "Reduce_scatter",
                                                      "Reduce_scatter_block",
                                                      "Scan",
                                                      "Exscan",
                                                      "Neighbor_allgather",
                                                      "Neighbor_allgatherv",
                                                      "Neighbor_alltoall",
                                                      "Neighbor_alltoallv",
                                                      "Neighbor_alltoallw",
                                                      "Win_fence",
                                                      "Win_start",
                                                      "Win_complete",
                                                      "Win_wait",
                                                      "Win_lock",
                                                      "Win_lock_all",
                                                      "Win_unlock",
                                                      "Win_unlock_all",
                                                      "Win_flush",
                                                      "Win_flush_all"};

// Names that only PyTorch gives: beginnings (operators, steps), and parts (kernels, also mangled,
// Python files, kernels that Inductor generates).
constexpr std::array<std::string_view, 5> kTorchPrefixes{"aten::", "ProfilerStep#",
                                                         "c10d::", "torch::", "autograd::engine::"};
constexpr std::array<std::string_view, 6> kTorchParts{"at::native",       "2at6native",
                                                      "torch/nn/",        "torch/autograd/",
                                                      "triton_poi_fused", "triton_red_fused"};

bool startsWithAny(std::string_view text, Names prefixes) {
    return std::any_of(prefixes.begin(), prefixes.end(),
                       [&](std::string_view prefix) { return text.starts_with(prefix); });
}
bool endsWithAny(std::string_view text, Names endings) {
    return std::any_of(endings.begin(), endings.end(),
                       [&](std::string_view ending) { return text.ends_with(ending); });
}
bool isAny(std::string_view text, Names names) {
    return std::find(names.begin(), names.end(), text) != names.end();
}

bool isUpper(char c) {
    return c >= 'A' && c <= 'Z';
}

// Whether a name's last component is the act of compiling: `KernelExecutor::compileFusion`,
// `Nvrtc::CompileProgram`, `compile`; not `CompiledFunction` or `compile_time`.
bool isNamedCompile(std::string_view name) {
    constexpr std::string_view kLower = "compile";
    constexpr std::string_view kUpper = "Compile";
    const std::size_t colon = name.rfind("::");
    const std::string_view last = colon == std::string_view::npos ? name : name.substr(colon + 2);
    if (last == kLower) {
        return true;
    }
    return (last.starts_with(kLower) || last.starts_with(kUpper)) && last.size() > kLower.size() &&
           isUpper(last[kLower.size()]);
}

bool isSuffixOfVersion(std::string_view suffix) {
    if (suffix == "ptsz" || suffix == "ptds") {
        return true;
    }
    return suffix.size() > 1 && suffix.front() == 'v' &&
           std::all_of(suffix.begin() + 1, suffix.end(),
                       [](char c) { return c >= '0' && c <= '9'; });
}

// "MPI_Recv", "PMPI_Recv" (a tool's name of it), "MPI_Recv_c" (with large counts).
bool waitsForRanks(std::string_view name) {
    name.remove_prefix(name.starts_with("PMPI_") ? 1 : 0);
    constexpr std::string_view kPrefix = "MPI_";
    if (!name.starts_with(kPrefix)) {
        return false;
    }
    name.remove_prefix(kPrefix.size());
    name.remove_suffix(name.ends_with("_c") ? 2 : 0);
    return isAny(name, kRankWaits);
}

// A Python frame's name is "path/file.py(line): function".
HostWork hostWorkOfFrame(std::string_view file, std::string_view frame) {
    if (file.find("torch/profiler/") != std::string_view::npos) {
        return HostWork::Profiler;
    }
    if (file.ends_with("torch/utils/data/dataloader.py") ||
        file.find("torch/utils/data/_utils/") != std::string_view::npos) {
        return HostWork::DataLoader;
    }
    const bool compilesTriton =
        file.ends_with("triton/compiler/compiler.py") && frame.ends_with(": compile");
    const bool tunesTriton = file.ends_with("torch/_inductor/runtime/triton_heuristics.py") &&
                             (frame.find(": precompile") != std::string_view::npos ||
                              frame.find("autotune") != std::string_view::npos);
    return compilesTriton || tunesTriton || endsWithAny(file, kCompileFiles) ? HostWork::Compile
                                                                             : HostWork::Ordinary;
}

}  // namespace

std::string_view plainCallName(std::string_view call) {
    for (auto at = call.rfind('_'); at != std::string_view::npos && at != 0; at = call.rfind('_')) {
        if (!isSuffixOfVersion(call.substr(at + 1))) {
            break;
        }
        call = call.substr(0, at);
    }
    return call;
}

ApiCall apiCallOf(std::string_view name) {
    if (startsWithAny(name, kOtherLaunches)) {
        return ApiCall::Launch;
    }
    if (isAny(name, kOtherWaits)) {
        return ApiCall::Blocking;
    }
    const auto* prefix =
        std::find_if(kApiPrefixes.begin(), kApiPrefixes.end(),
                     [&](std::string_view text) { return name.starts_with(text); });
    if (prefix == kApiPrefixes.end()) {
        return ApiCall::Other;
    }
    const std::string_view plain = plainCallName(name);
    const std::string_view call = plain.substr(std::min(prefix->size(), plain.size()));
    if (isAny(call, kSynchronize) || isAny(plain, kBlockingCopies)) {
        return ApiCall::Blocking;
    }
    if (startsWithAny(call, kAllocations)) {
        return ApiCall::Alloc;
    }
    if (startsWithAny(call, kCopies)) {
        return ApiCall::Copy;
    }
    return startsWithAny(call, kLaunches) ? ApiCall::Launch : ApiCall::Other;
}

bool isOtherCompiler(std::string_view name) {
    return isNamedCompile(name) || isAny(name, kXlaCompileSpans);
}

GraphCall graphCallOf(std::string_view name) {
    const auto* prefix =
        std::find_if(kApiPrefixes.begin(), kApiPrefixes.end(),
                     [&](std::string_view text) { return name.starts_with(text); });
    if (prefix == kApiPrefixes.end()) {
        return GraphCall::None;
    }
    const std::string_view call = name.substr(prefix->size());
    const auto* known = std::find_if(kGraphCalls.begin(), kGraphCalls.end(),
                                     [&](const auto& one) { return call.starts_with(one.first); });
    return known == kGraphCalls.end() ? GraphCall::None : known->second;
}

HostWork hostWorkOf(std::string_view name) {
    const auto file = name.find(".py(");
    if (file != std::string_view::npos) {
        return hostWorkOfFrame(name.substr(0, file + 3), name);
    }
    if (name.starts_with(kDataLoaderFetch)) {
        return HostWork::DataLoader;
    }
    if (waitsForRanks(name)) {
        return HostWork::RankWait;
    }
    const bool compiles = name.ends_with(kDynamoTimed) || isAny(name, kCompileSpans) ||
                          startsWithAny(name, kCompileSpanPrefixes) || isOtherCompiler(name);
    return compiles ? HostWork::Compile : HostWork::Ordinary;
}

bool isTorchName(std::string_view name) {
    return startsWithAny(name, kTorchPrefixes) ||
           std::any_of(kTorchParts.begin(), kTorchParts.end(), [&](std::string_view part) {
               return name.find(part) != std::string_view::npos;
           });
}

NameClasses NameClasses::build(const Trace& trace) {
    NameClasses classes;
    std::atomic<bool> usesTorch = false;
    classes.m_classes.resize(trace.strings().size());
    constexpr std::size_t kGrain = 4096;
    parallelFor(tbb::blocked_range<std::size_t>(0, classes.m_classes.size(), kGrain),
                [&](const auto& block) {
                    for (std::size_t i = block.begin(); i != block.end(); ++i) {
                        const std::string_view name = trace.text(StringId(i));
                        classes.m_classes[i] = static_cast<std::uint8_t>(
                            static_cast<unsigned>(apiCallOf(name)) |
                            (static_cast<unsigned>(hostWorkOf(name)) << 4U));
                        if (!usesTorch && isTorchName(name)) {
                            usesTorch = true;
                        }
                    }
                });
    classes.m_usesTorch = usesTorch;
    return classes;
}

bool NameClasses::has(HostWork work) const {
    return std::any_of(m_classes.begin(), m_classes.end(), [&](std::uint8_t classes) {
        return static_cast<HostWork>(classes >> 4U) == work;
    });
}

}  // namespace gaplight
