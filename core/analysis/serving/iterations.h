// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/analysis/gpu/gpu_activity.h"
#include "core/analysis/serving/iteration_name.h"
#include "core/base/time.h"
#include "core/index/launch_index.h"
#include "core/trace/trace.h"

namespace gaplight {

// The iterations of an LLM server: a chain of prefills and decodes of changing size, most of them
// replayed as CUDA graphs that were captured for fixed numbers of requests (buckets). The server
// names each by an annotation (iteration_name.h):
//
//     execute_context_0(0)_generation_11(11)   cudaGraphLaunch → 231 kernels   full, bucket 16
//     execute_context_1(289)_generation_11(11) 1,300 cudaLaunchKernel          eager

// How the kernels of an iteration were launched. Full: by one graph, or two (a draft and its
// check), sampling apart. Piecewise: by at least three graphs with kernels launched one by one
// between them. Unknown: nothing was launched.
enum class LaunchMode : std::uint8_t { Unknown, Full, Piecewise, Eager };
inline constexpr std::size_t kLaunchModes = 4;
// Stable name, as in reports: "unknown", "full graph", "piecewise", "eager".
[[nodiscard]] std::string_view launchModeName(LaunchMode mode);

struct ServingIteration {
    SliceId annotation;
    IterationName name;
    // The annotation itself. Times of the step, up to the begin of the next iteration, are in
    // Steps::rows.
    TimeRange host;
    // From the first to the last activity that was launched in the step; empty, at the begin of
    // `host`, where there is none.
    TimeRange gpu;
    Duration gpuBusy{};  // union per GPU of these activities, summed over GPUs
    Duration hostGap{};  // from the end of `host` to the begin of the next; 0 of the last
    LaunchMode mode = LaunchMode::Unknown;  // of what was launched inside `host`
    std::uint32_t graphLaunches = 0;
    std::uint32_t graphKernels = 0;  // of the replayed graphs
    std::uint32_t otherKernels = 0;  // launched one by one
    // Iterations that replayed graphs with the same kernels in the same launch configurations have
    // one number, from 0.
    std::optional<std::uint32_t> graphClass;
    std::optional<std::int64_t> bucket;  // of the name, or of what its graph shows
    bool isBucketInferred = false;       // not of the name
};

struct ServingIterations {
    std::vector<ServingIteration> rows;       // in time order, one per step
    std::vector<std::int64_t> capturedSizes;  // ascending, of captures in the trace
};

// The annotations of iterations: of the thread that has most of them, without those inside
// others. A single one beside annotations of torch.profiler's steps is none. O(annotations).
[[nodiscard]] std::vector<SliceId> iterationSlices(const Trace& trace,
                                                   std::span<const SliceId> annotations);

// The kind of an iteration as a step: "prefill", "mixed", "decode" where no bucket is named or
// inferred, "decode:64".
[[nodiscard]] std::string iterationKind(const ServingIteration& iteration);

// Of iterationSlices() `slices`. `annotations`: of all host threads.
// O(activities × log iterations + kernels of graphs).
[[nodiscard]] ServingIterations measureIterations(const Trace& trace, const LaunchIndex& launches,
                                                  std::span<const SliceId> slices,
                                                  std::span<const SliceId> annotations,
                                                  std::span<const DeviceActivities> devices);

// The iteration whose annotation an instant of the host is in; null where it is in none, or where
// the trace is not of a server. O(log iterations).
[[nodiscard]] const ServingIteration* iterationAt(const ServingIterations* iterations, Time time);

// The part of an iteration's graph that no request needs: 1 − size ÷ bucket, of tokens, or of
// requests where tokens are not known. Empty without a bucket.
[[nodiscard]] std::optional<double> paddingOf(const ServingIteration& iteration);

}  // namespace gaplight
