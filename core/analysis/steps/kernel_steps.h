// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>

#include "core/analysis/gpu/gpu_activity.h"
#include "core/analysis/steps/step_markers.h"
#include "core/index/launch_index.h"
#include "core/trace/trace.h"

namespace gaplight {

// Steps by the kernels of the stream that is busy longest: the largest unit of kernel names that
// repeats and makes up at least half of them. Units that are the layers of one pass are no steps:
// other kernels precede and follow all of them, and the host does not wait for the GPU in each.
// Empty: there are none. O(kernels × unit lengths tried).
[[nodiscard]] std::optional<StepMarkers> kernelSteps(const Trace& trace,
                                                     const LaunchIndex& launches,
                                                     std::span<const DeviceActivities> devices);

}  // namespace gaplight
