// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/analysis/analysis.h"
#include "core/analysis/gpu/kernel_totals.h"
#include "core/base/result.h"
#include "core/memory/measures/snapshot_steps.h"
#include "core/memory/memory_model.h"
#include "core/trace/trace.h"

namespace gaplight {

enum class PlacedBy : std::uint8_t {
    Allocations,  // the same allocations and frees, recorded as [memory] instants of the trace
    Annotations,  // ranges of the same name, in order
    Clock,        // nothing in common was recorded: both clocks are taken to be the same
};
[[nodiscard]] std::string_view placedByName(PlacedBy placedBy);

// Where a snapshot is on the clock of a trace of the same run. Both record wall-clock time
// (CLOCK_REALTIME), so that the offset is the small one between two records of one call.
struct SnapshotPlacement {
    // trace time = (µs of the snapshot) * 1000 - baseTimeNs of the trace + offset.
    Duration offset{};
    // What 99 of 100 matched records deviate from that at most; empty: by PlacedBy::Clock.
    std::optional<Duration> uncertainty;
    std::size_t matched = 0;  // records
    PlacedBy placedBy = PlacedBy::Clock;
    std::int64_t baseTimeNs = 0;

    Time timeOf(std::int64_t us) const { return timeFromNs(us * 1000 - baseTimeNs) + offset; }
    std::int64_t usOf(Time time) const { return (ns(time - offset) + baseTimeNs) / 1000; }
};

// O((events + memory events) log memory events). Errors: BadArgument: the snapshot has no times, or
// none within the trace's range: it is of another run.
[[nodiscard]] Result<SnapshotPlacement> placeSnapshot(const MemorySnapshot& snapshot,
                                                      const Trace& trace);

// The trace's steps and its annotations on the host, on the snapshot's clock. At most the first
// 20,000 annotations.
[[nodiscard]] std::vector<SnapshotRange> stepsOfTrace(const SnapshotPlacement& placement,
                                                      const Analysis& analysis);
[[nodiscard]] std::vector<SnapshotRange> annotationsOfTrace(const SnapshotPlacement& placement,
                                                            const Trace& trace);

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
