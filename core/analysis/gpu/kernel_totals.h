// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "core/analysis/torch/kernel_group.h"
#include "core/base/time.h"
#include "core/index/launch_index.h"
#include "core/trace/trace.h"

namespace gaplight {

// All kernels of one name on one GPU.
struct KernelTotal {
    StringId name;
    KernelGroup group = KernelGroup::Other;
    std::uint64_t count = 0;
    Duration time{};  // sum, cut to the range
};

// Totals by name of the kernels among `activities` (copies and memsets are left out), longest time
// first. Time is cut to `range`. O(activities + texts + names x length).
[[nodiscard]] std::vector<KernelTotal> kernelTotals(const Trace& trace,
                                                    std::span<const ActivityId> activities,
                                                    TimeRange range);

// The kernels of one name with one launch configuration.
struct KernelVariant {
    StringId name;
    KernelConfig config;  // grid, block, registers and shared memory are the same for all
    Duration time{};
    std::vector<SliceId> slices;  // as in `activities`
};

// The variants of kernels with `isWanted` names and a recorded grid, longest time first.
// O(activities + changes of a kernel's grid x log variants).
[[nodiscard]] std::vector<KernelVariant> kernelVariants(
    const Trace& trace, std::span<const ActivityId> activities, TimeRange range,
    const std::function<bool(StringId)>& isWanted);

// The part of a slice that is in a range.
[[nodiscard]] Duration timeInside(const Trace& trace, SliceId slice, TimeRange range);

}  // namespace gaplight
