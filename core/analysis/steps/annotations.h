// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/analysis/gpu/gpu_activity.h"
#include "core/analysis/host/blocking_calls.h"
#include "core/analysis/idle/gaps.h"
#include "core/base/time.h"
#include "core/index/launch_index.h"
#include "core/trace/trace.h"

namespace gaplight {

// All user_annotation slices of one name, over every host thread. Work is inside if it
// starts inside one of them on the same thread; inside several of them it counts once.
struct AnnotationTotals {
    StringId name;
    std::uint64_t count = 0;
    Duration total{};           // host time, sum of the slices
    std::uint64_t kernels = 0;  // whose launch is inside
    Duration gpuBusy{};         // union per GPU of the activities whose launch is inside
    std::uint64_t blockingCalls = 0;
    Duration blocking{};
    Duration exposedIdle{};  // gaps whose launch is inside
};

// The user_annotation slices of host threads, ascending. One parallel pass over all slices.
[[nodiscard]] std::vector<SliceId> annotationSlices(const Trace& trace);

// Longest total first, then by name. O((activities + blocking calls + gaps) x (log annotations +
// annotation depth)). `gapsOfDevice`: gaps of `devices`, in the same order.
[[nodiscard]] std::vector<AnnotationTotals> annotationTotals(
    const Trace& trace, const LaunchIndex& launches, std::span<const SliceId> annotations,
    std::span<const DeviceActivities> devices, std::span<const std::span<const Gap>> gapsOfDevice,
    std::span<const BlockingCall> blockingCalls);

}  // namespace gaplight
