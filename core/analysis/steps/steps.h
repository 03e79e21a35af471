// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/analysis/gpu/gpu_activity.h"
#include "core/analysis/host/blocking_calls.h"
#include "core/analysis/idle/gaps.h"
#include "core/analysis/steps/step_markers.h"
#include "core/base/time.h"
#include "core/index/launch_index.h"
#include "core/trace/trace.h"

namespace gaplight {

// One iteration of the traced loop. Work belongs to the step in which its launch call, or the
// blocking call, starts, on whatever thread.
struct StepRow {
    TimeRange host;
    // How long the step takes: its host time, or, where the host runs ahead, the time from the end
    // of the GPU work of the step before to the end of its own (of the first: from its begin).
    Duration period{};
    std::uint64_t kernels = 0;
    std::uint64_t launches = 0;       // calls that launched something
    Duration gpuBusy{};               // union per GPU, summed over GPUs
    Duration exposedIdle{};           // gaps whose launch starts inside
    std::uint64_t blockingCalls = 0;  // without the profiler's own
};

struct Steps {
    StepMarkers markers;
    std::vector<StepRow> rows;  // one per markers.host
};

// `gapsOfDevice`: gaps of `devices`, in the same order. O((activities + gaps + calls) × log steps).
[[nodiscard]] Steps measureSteps(const Trace& trace, const LaunchIndex& launches,
                                 StepMarkers markers, std::span<const DeviceActivities> devices,
                                 std::span<const std::span<const Gap>> gapsOfDevice,
                                 std::span<const BlockingCall> blockingCalls);

}  // namespace gaplight
