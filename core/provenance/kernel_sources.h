// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/base/time.h"
#include "core/compile_log/compile_log.h"
#include "core/index/launch_index.h"
#include "core/provenance/replay_origins.h"
#include "core/trace/trace.h"

namespace gaplight {

// A kernel of a trace, and the kernel of the log that it is.
struct KernelSource {
    SliceId slice;
    std::uint32_t kernel = 0;  // index in CompileLog::kernels
    bool isAmbiguous = false;  // the log has others of the name, and the trace does not say which
};

// Kernels that Inductor generated, found in a trace.
//
// The problem: names of generated kernels repeat in every graph (triton_poi_fused_0). Around each
// call of a graph the trace has an annotation with its key, which the log has as well.
//
//   ## Call CompiledFxGraph fey7ldzz... ##  ─► launch ─► triton_poi_fused_0
//   log: graph fey7ldzz...: triton_poi_fused_0, aten.mul, model.py:8
//
// A kernel without such an annotation around its launch (or, for a replayed graph, around the
// captured call) is found by its name, ambiguous if kernels of the log with that name differ in
// their lines or operators.
struct KernelSources {
    std::vector<KernelSource> kernels;   // sorted by slice
    std::uint64_t generated = 0;         // kernels of the trace that Inductor generated
    std::uint64_t ambiguous = 0;         // of `kernels`
    std::vector<Duration> timeOfKernel;  // by kernel of the log
    std::vector<std::uint64_t> launchesOfKernel;
    Duration generatedTime{};
    Duration foundTime{};
    std::uint64_t graphs = 0;         // compiled graphs that the trace calls
    std::uint64_t unknownGraphs = 0;  // of them, those that the log does not have

    // O(log kernels).
    const KernelSource* find(SliceId slice) const;
};

// `origins`: of the trace's replayed graphs; may be null. O(texts + kernels × depth). Errors:
// BadArgument: the log is of another run (no graph, no kernel and no compiled frame in common).
[[nodiscard]] Result<KernelSources> sourcesOfKernels(const Trace& trace,
                                                     const LaunchIndex& launches,
                                                     const CompileLog& log,
                                                     const ReplayOrigins* origins);

}  // namespace gaplight
