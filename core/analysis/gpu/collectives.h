// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/analysis/torch/kernel_group.h"
#include "core/base/time.h"
#include "core/index/launch_index.h"
#include "core/trace/trace.h"

namespace gaplight {

// A kernel that communicates with other GPUs. It begins when this GPU is ready and ends when the
// data of all has arrived, so that it also contains the wait for the last of them.
struct Collective {
    SliceId slice;
    // Of it, while nothing else ran on this GPU. An instant at which several collectives ran is
    // given to the one that started first.
    Duration exposed{};
};

struct CollectiveTime {
    std::vector<Collective> collectives;  // by start
    Duration total{};                     // union
    Duration exposed{};                   // sum of the above
};

// Of the activities of one GPU, by start. Time is cut to `range`. O(activities).
[[nodiscard]] CollectiveTime collectiveTime(const Trace& trace, KernelGroups& groups,
                                            std::span<const ActivityId> activities,
                                            TimeRange range);

// One occurrence of a collective, for estimating what its transfer takes.
struct CollectiveSample {
    std::size_t kind = 0;       // occurrences of different kinds are not compared
    std::int64_t elements = 0;  // of the message; 0: not known
    Duration duration{};
};

// At most this long takes the transfer itself, without waiting for other GPUs: the shortest
// occurrence of the same kind with a message of at least 90 % of the size. One entry per sample.
// Those of unknown size get one only if all known sizes of their kind are alike (within 10 %).
// It may still contain waiting. O(n log n).
[[nodiscard]] std::vector<std::optional<Duration>> transferFloors(
    std::span<const CollectiveSample> samples);

// A kernel that ran beside a waiting collective, and what it takes without one: the median of the
// same kernel, launched alike, where no collective ran.
struct SlowedKernel {
    SliceId slice;
    Duration alone{};
};

// Kernels that `waits` overlap and that took longer than alone, where there are at least
// kAloneNeeded to compare with that no collective overlaps. `collectives` and `waits` by start;
// the result by start. O(activities log kernels).
inline constexpr std::size_t kAloneNeeded = 3;
[[nodiscard]] std::vector<SlowedKernel> slowedKernels(const Trace& trace, KernelGroups& groups,
                                                      std::span<const ActivityId> activities,
                                                      std::span<const Collective> collectives,
                                                      std::span<const TimeRange> waits);

}  // namespace gaplight
