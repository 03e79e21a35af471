// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
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
// blocking call, starts, on whatever thread; busy and idle times are those of the step's span, so
// that they sum to it: busy + idle = length of the span x GPUs.
struct StepRow {
    TimeRange host;
    // What the step takes. It begins when the host has begun it and the GPUs have done what the
    // steps before launched; it ends where the next one begins, the last one with the later of
    // host and GPUs. While the host runs ahead, its own times say nothing about throughput.
    TimeRange span;
    std::uint64_t kernels = 0;
    std::uint64_t launches = 0;       // calls that launched something
    Duration gpuBusy{};               // union per GPU, summed over GPUs
    Duration gpuIdle{};               // summed over GPUs
    std::uint64_t blockingCalls = 0;  // without the profiler's own
};

struct Steps {
    StepMarkers markers;
    std::vector<StepRow> rows;  // one per markers.host
    bool hasLaunches = true;    // else GPU work belongs to the step in which it starts
};

// O((activities + calls) × log steps).
[[nodiscard]] Steps measureSteps(const Trace& trace, const LaunchIndex& launches,
                                 StepMarkers markers, std::span<const DeviceActivities> devices,
                                 std::span<const BlockingCall> blockingCalls);

// Finds the step that an instant of the host is in. The first of a trace's several steps is
// warm-up; the others are the steady ones. Without a recognized loop there are no steps.
class StepIndex {
public:
    explicit StepIndex(const Steps& steps);

    std::size_t count() const { return m_steps.size(); }
    std::size_t steadyCount() const { return m_steps.size() - m_firstSteady; }
    TimeRange host(std::size_t step) const { return m_steps[step]; }
    bool isSteady(std::size_t step) const { return step >= m_firstSteady; }

    // O(log steps).
    std::optional<std::size_t> stepAt(Time time) const;
    bool isInSteadyStep(Time time) const;

    // The median over steady steps of how many of these instants are in each (the lower of two
    // middles); 0 without steady steps.
    double medianPerStep(std::span<const Time> times) const;

private:
    std::vector<TimeRange> m_steps;
    std::size_t m_firstSteady = 0;  // 1 where there are at least two steps
};

// What was allocated on one GPU when a step ended (metrics.md, "Memory").
struct MemoryStep {
    std::int64_t allocated = 0;  // bytes: `Total Allocated` of the last event before its end
    // Difference to the end of the step before; of the first step, to the last event before it.
    // Empty without such an event.
    std::optional<std::int64_t> growth;
};

struct DeviceMemory {
    GpuId gpu;
    // Per step of the index. Empty where nothing was recorded before that step's end.
    std::vector<std::optional<MemoryStep>> steps;
};

// One entry per GPU that has memory events, by number. O(events + GPUs × steps).
[[nodiscard]] std::vector<DeviceMemory> memoryPerStep(const Trace& trace, const StepIndex& steps);

// Positions in Trace::memoryEvents() of allocations on a GPU inside `range` that are not freed in
// it, in time order. A second allocation of an address implies that the first was freed.
// O(events in the range).
[[nodiscard]] std::vector<std::size_t> keptAllocations(const Trace& trace, GpuId gpu,
                                                       TimeRange range);

}  // namespace gaplight
