// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "core/analysis/gpu/gpu_activity.h"
#include "core/analysis/torch/name_classes.h"
#include "core/index/launch_index.h"
#include "core/trace/trace.h"

namespace gaplight {

// For each of `devices`: whether fewer than half of the graph launches on it have any activity,
// so that its idle time cannot be judged.
//
// A launch is on the GPU of its first activity. One that lost its activities is on the GPU that
// its thread launched work on last before it, else first after it (the current device belongs to a
// thread); where the thread launched nothing else, on every GPU that its process launched work on;
// else on every GPU of its source. O(API calls), O(texts) where no text is the name of a graph
// launch.
[[nodiscard]] std::vector<bool> underRecordedGraphs(const Trace& trace, const LaunchIndex& launches,
                                                    std::span<const DeviceActivities> devices);

// Kernels of one process that the capture lost: its launch calls of kernels, not of graphs, without
// an activity. Left out are calls while a stream is captured, which run nothing; calls behind the
// last one of their thread with an activity, before the end of the GPU's last: that work is queued
// when the capture ends; calls without a correlation, which cannot be linked, unless no kernel was
// recorded; and everything where no kernel is linked to a call.
struct LostKernels {
    static constexpr std::size_t kMinLost = 20;  // fewer are lost at both ends of any capture

    ProcessId process;
    std::vector<SliceId> lost;  // calls, ascending
    std::size_t all = 0;        // calls

    // More than half: nothing can be said about what its GPU did.
    bool isUnjudged() const { return lost.size() >= kMinLost && 2 * lost.size() > all; }
};
// Of the processes that lost any, of calls that start in `range`. O(slices), parallel.
[[nodiscard]] std::vector<LostKernels> lostKernels(const Trace& trace, const LaunchIndex& launches,
                                                   const NameClasses& names, TimeRange range);
// For each of `devices`: whether the lost kernels of a process that is not judged may have run on
// it, as above. O(lost calls × devices).
[[nodiscard]] std::vector<bool> devicesWithoutKernels(const Trace& trace,
                                                      const LaunchIndex& launches,
                                                      std::span<const DeviceActivities> devices,
                                                      std::span<const LostKernels> lost);

}  // namespace gaplight
