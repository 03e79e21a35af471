// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/analysis/torch/kernel_group.h"
#include "core/base/intervals.h"
#include "core/base/time.h"
#include "core/index/launch_index.h"
#include "core/trace/trace.h"

namespace gaplight {

// A kernel that communicates with other GPUs. It starts when this GPU is ready and ends when the
// data of all GPUs has arrived, so its duration contains the wait for the slowest of them.
struct Collective {
    SliceId slice;
    // Part of its duration in which nothing else ran on this GPU. Where several collectives ran,
    // the time counts for the one that started first.
    Duration exposed{};
};

struct CollectiveTime {
    std::vector<Collective> collectives;  // by start
    Duration total{};                     // union
    Duration exposed{};                   // sum of the above
    MergedRanges others;                  // what else ran
};

// The collectives among the activities of one GPU (by start), cut to `range`. O(activities).
[[nodiscard]] CollectiveTime collectiveTime(const Trace& trace, KernelGroups& groups,
                                            std::span<const ActivityId> activities,
                                            TimeRange range);

// One occurrence of a collective, for estimating what its transfer takes.
struct CollectiveSample {
    std::size_t kind = 0;   // occurrences of different kinds are not compared
    std::int64_t size = 0;  // of the message; 0: not read; -1: not recorded
    Duration duration{};
};

// Upper bound of the transfer time of each sample without waiting for other GPUs: the shortest
// occurrence of the same kind with a message of at least 90 % of the size. Samples whose size was
// not read have one only if all known sizes of their kind agree within 10 %; those whose size was
// not recorded have none. O(n log n).
[[nodiscard]] std::vector<std::optional<Duration>> transferFloors(
    std::span<const CollectiveSample> samples);

// A kernel that ran beside a waiting collective. `alone`: median duration of the same kernel with
// the same launch configuration where no collective ran.
struct SlowedKernel {
    SliceId slice;
    Duration alone{};
};

// Kernels that `waits` overlap and that took longer than `alone`, where at least kAloneNeeded
// occurrences ran without a collective. `collectives` and `waits` by start;
// the result by start. O(activities log kernels).
inline constexpr std::size_t kAloneNeeded = 3;
[[nodiscard]] std::vector<SlowedKernel> slowedKernels(const Trace& trace, KernelGroups& groups,
                                                      std::span<const ActivityId> activities,
                                                      std::span<const Collective> collectives,
                                                      std::span<const TimeRange> waits);

}  // namespace gaplight
