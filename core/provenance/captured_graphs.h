// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "core/base/string_pool.h"
#include "core/index/launch_index.h"
#include "core/trace/trace.h"

namespace gaplight {

using LaunchedKernelId = Id<struct LaunchedKernelTag>;

// A call recorded into a graph: one node of it.
struct CapturedNode {
    SliceId call;
    SliceKind activity = SliceKind::Kernel;  // what it would have launched: kernel, copy or memset
    LaunchedKernelId kernel;                 // CapturedGraphs::kernels; invalid: not recorded
};

// A CUDA or HIP graph from the begin to the end of its capture.
struct CapturedGraph {
    SliceId begin;                    // the call that begins the capture
    std::vector<CapturedNode> nodes;  // in the order of their calls
};

struct CapturedGraphs {
    std::vector<CapturedGraph> graphs;  // by begin; those without nodes are left out
    // Names of the kernels that nodes launch, where the profiler records them with the call
    // (ROCm does, CUDA does not).
    StringPool<struct LaunchedKernelTag> kernels;
};

// DetailField::LaunchedKernel of a launch call; empty where it is not recorded. One read each.
using LaunchedKernelLookup = std::function<std::string(SliceId call)>;

// The graphs that a trace captures. A node is a launch, copy or memset that started in its process
// while the capture was open (the autograd engine captures from threads of its own) and ran
// nothing; of two captures open in one process, the one of its thread, else the later one. Names
// are looked up until kMaxUnnamed launches have had none. One pass over all slices, then
// O(calls log calls) and the reads.
inline constexpr std::size_t kMaxUnnamed = 16;
[[nodiscard]] CapturedGraphs capturedGraphs(const Trace& trace, const LaunchIndex& launches,
                                            const LaunchedKernelLookup& lookup);

}  // namespace gaplight
