// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/detectors/texts/host_cures.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "core/analysis/idle/gap_cause.h"
#include "core/analysis/torch/place.h"
#include "core/analysis/torch/python_frame.h"
#include "core/base/glob.h"
#include "core/detectors/texts/host_finding.h"

namespace gaplight {
namespace {

constexpr std::string_view kModuleFile = "torch/nn/modules/module.py";

constexpr std::string_view kHookWalk =
    "Cache the module walk: `{}` visits every submodule of the model before each forward. Collect "
    "the modules that have hooks once and go through that list; newer versions of diffusers do so "
    "in `HookRegistry`.";
constexpr std::string_view kHookWalkFrom =
    "diffusers profiling guide; huggingface/diffusers issue 14037";
constexpr std::string_view kWalk =
    "Cache the module walk: `{}` visits every submodule each time it is called. Collect the list "
    "of modules or parameters once, before the loop, and go through that list.";
constexpr std::string_view kGuide = "diffusers profiling guide";
constexpr std::string_view kProgressBar =
    "Switch the progress bar off in the loop: `pipe.set_progress_bar_config(disable=True)` in "
    "diffusers, `tqdm(…, disable=True)` elsewhere, or draw it less often (`mininterval`).";
constexpr std::string_view kFused =
    "Use the fused optimizer, `fused=True`: it leaves out what this implementation does on the "
    "host for each parameter, such as reading the step counters, which lie on the CPU.";
constexpr std::string_view kOptimizerFrom =
    "PyTorch documentation of torch.optim, \"foreach, for-loop and fused\"";
constexpr std::string_view kZeroGrad =
    "`zero_grad` goes through all parameters in Python. Call it while the GPU still has work, for "
    "instance right after `optimizer.step()` and before anything waits or loads.";
constexpr std::string_view kLoader =
    "Load the next batch in the background: `num_workers`, `prefetch_factor` and "
    "`pin_memory=True` of the DataLoader.";
constexpr std::string_view kLoaderFrom =
    "PyTorch performance tuning guide, \"Enable asynchronous data loading and augmentation\"";
constexpr std::string_view kEntering =
    "This is what entering a compiled region costs on the host: guards and wrappers. Compile "
    "larger regions so that there are fewer entries, or use `mode=\"reduce-overhead\"`.";
constexpr std::string_view kLaunching =
    "This is what the launches of a compiled region cost on the host. Use "
    "`mode=\"reduce-overhead\"`, which replays them as one CUDA graph.";
constexpr std::string_view kCompileFrom = "PyTorch documentation of torch.compile";
constexpr std::string_view kFirstUse =
    "`{}` looks a kernel up that is used for the first time, and so loads it. Run every shape once "
    "before the loop; `CUDA_MODULE_LOADING=EAGER` loads all kernels at the start.";
constexpr std::string_view kFirstUseFrom = "CUDA programming guide, \"Lazy loading\"";

constexpr std::array kCures{
    HostCure{"", "*", "_set_context", kHookWalk, kHookWalkFrom},
    HostCure{"diffusers/hooks/hooks.py", "_set_context", "", kHookWalk, kHookWalkFrom},
    HostCure{kModuleFile, "named_*", "", kWalk, kGuide},
    HostCure{kModuleFile, "_named_members", "", kWalk, kGuide},
    HostCure{kModuleFile, "modules", "", kWalk, kGuide},
    HostCure{kModuleFile, "children", "", kWalk, kGuide},
    HostCure{kModuleFile, "parameters", "", kWalk, kGuide},
    HostCure{kModuleFile, "buffers", "", kWalk, kGuide},
    HostCure{kModuleFile, "state_dict", "", kWalk, kGuide},
    HostCure{"tqdm/", "", "", kProgressBar, kGuide},
    HostCure{"", "progress_bar", "", kProgressBar, kGuide},
    HostCure{
        "inspect.py", "", "",
        "`{}` has a signature inspected in each call. Do that once when the program starts and "
        "keep the result.",
        "Python documentation of inspect"},
    HostCure{"", "zero_grad", "", kZeroGrad, "PyTorch documentation of Optimizer.zero_grad"},
    HostCure{"", "Optimizer.zero_grad#*", "", kZeroGrad,
             "PyTorch documentation of Optimizer.zero_grad"},
    HostCure{"torch/optim/", "_single_tensor_*", "",
             "Use the fused optimizer, `fused=True` (or `foreach=True`): this one loops over the "
             "parameters in Python.",
             kOptimizerFrom},
    HostCure{"torch/optim/", "", "", kFused, kOptimizerFrom},
    HostCure{"", "Optimizer.step#*", "", kFused, kOptimizerFrom},
    HostCure{"", "", "Optimizer.step#*", kFused, kOptimizerFrom},
    HostCure{"torch/utils/data/", "", "", kLoader, kLoaderFrom},
    HostCure{"", "enumerate(DataLoader)#*", "", kLoader, kLoaderFrom},
    HostCure{"torch/autograd/", "_engine_run_backward", "",
             "This is the start of the backward pass, which autograd runs on a thread of its own; "
             "every step pays for it. Where steps are this short, `torch.compile` the training "
             "step or capture it as a CUDA graph.",
             "PyTorch documentation of autograd mechanics", true},
    HostCure{"torch/_dynamo/", "", "", kEntering, kCompileFrom},
    HostCure{"torch/_functorch/", "", "", kEntering, kCompileFrom},
    HostCure{"", "Torch-Compiled Region*", "", kEntering, kCompileFrom},
    HostCure{"torch/_inductor/cudagraph_trees.py", "", "",
             "This is the host's part of replaying a CUDA graph: checks, and copies of the inputs. "
             "Replay fewer, larger graphs, and keep inputs where they are "
             "(`torch._dynamo.mark_static_address`).",
             kCompileFrom},
    HostCure{"torch/_inductor/", "", "", kLaunching, kCompileFrom},
    HostCure{"", "## Call CompiledFxGraph*", "", kLaunching, kCompileFrom},
    HostCure{
        "triton/runtime/", "", "",
        "This is Triton's launcher: for new arguments it compiles, and it prepares each launch "
        "in Python. Run every shape once before the loop, and replay what is launched often "
        "as a CUDA graph.",
        "triton/runtime/jit.py"},
    HostCure{"", "cudaMalloc*", "",
             "Allocate before the loop, so that PyTorch's allocator has the memory already "
             "(`alloc-in-loop`).",
             "PyTorch CUDA semantics, \"Memory management\""},
    HostCure{"", "cudaFree*", "",
             "Find out why PyTorch's allocator gives memory back in the loop (`alloc-in-loop`); "
             "`torch.cuda.empty_cache()` there is one reason.",
             "PyTorch CUDA semantics, \"Memory management\""},
    HostCure{"", "cudaEventQuery", "",
             "PyTorch's allocator of pinned memory looks through its events here. Allocate the "
             "pinned buffers once and copy into them, instead of pinning new memory each time.",
             "aten/src/ATen/core/CachingHostAllocator.h"},
    HostCure{"", "cudaFuncGetAttributes*", "", kFirstUse, kFirstUseFrom},
    HostCure{"", "cudaFuncSetAttribute*", "", kFirstUse, kFirstUseFrom},
    HostCure{"", "cudaOccupancy*", "", kFirstUse, kFirstUseFrom},
    HostCure{"", "cudaGetFuncBySymbol*", "", kFirstUse, kFirstUseFrom},
    HostCure{"", "cuModuleLoad*", "", kFirstUse, kFirstUseFrom},
    HostCure{"", "cuLibraryLoad*", "", kFirstUse, kFirstUseFrom},
};

bool fits(std::string_view pattern, std::string_view text) {
    return pattern.empty() || matchesGlob(pattern, text);
}

bool fits(const HostCure& cure, std::string_view name, std::string_view caller) {
    const FunctionKey key = functionKey(name);
    return (cure.inFile.empty() || key.path.find(cure.inFile) != std::string_view::npos) &&
           fits(cure.function, key.function) && fits(cure.called, functionOfFrame(caller));
}

}  // namespace

const HostCure* hostCureOf(std::string_view name, std::string_view caller) {
    const auto* cure = std::find_if(kCures.begin(), kCures.end(),
                                    [&](const HostCure& one) { return fits(one, name, caller); });
    return cure == kCures.end() ? nullptr : cure;
}

std::string hostFix(std::string_view name, std::string_view caller, bool inLoop) {
    const HostCure* cure = hostCureOf(name, caller);
    if (cure != nullptr) {
        std::string fix(cure->fix);
        const std::size_t at = fix.find("{}");
        return at == std::string::npos
                   ? fix
                   : fix.replace(at, 2, spokenName(caller.empty() ? name : caller));
    }
    const std::string own = spokenName(caller.empty() ? name : caller);
    if (!inLoop) {
        return fmt::format(
            "`{}` runs outside the loop while nothing is queued for the GPU. That counts where the "
            "whole call is short: keep its result from one call to the next, or launch the first "
            "work before it.",
            own);
    }
    if (name.starts_with("aten::")) {
        return fmt::format(
            "`{}` keeps the host busy while nothing is queued. See what it prepares there (memory, "
            "shapes, copies on the CPU) and do that once, or capture the step as a CUDA graph.",
            own);
    }
    return fmt::format(
        "`{}` runs while nothing is queued for the GPU. Do this work once before the loop, on "
        "another thread, or after the next launches, while the GPU is busy.",
        own);
}

}  // namespace gaplight
