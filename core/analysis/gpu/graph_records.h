// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "core/analysis/gpu/gpu_activity.h"
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

}  // namespace gaplight
