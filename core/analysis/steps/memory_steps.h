// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/analysis/steps/step_index.h"
#include "core/base/time.h"
#include "core/trace/trace.h"

namespace gaplight {

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
