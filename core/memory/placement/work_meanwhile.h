// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "core/analysis/analysis.h"
#include "core/analysis/gpu/kernel_totals.h"
#include "core/memory/placement/snapshot_placement.h"

namespace gaplight {

// What a GPU did while an allocation was held.
struct WorkMeanwhile {
    std::uint64_t activities = 0;      // kernels, copies and memsets
    std::vector<KernelTotal> kernels;  // by name, longest time first; time while it was held
};

// Counts the activities that begin while an allocation of `model` is held. O(log activities + those
// activities + texts of the trace). Empty where the trace has no such GPU.
[[nodiscard]] WorkMeanwhile workMeanwhile(const SnapshotPlacement& placement,
                                          const MemoryModel& model, const Allocation& allocation,
                                          const Trace& trace, const Analysis& analysis);

}  // namespace gaplight
