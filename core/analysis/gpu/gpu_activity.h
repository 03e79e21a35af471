// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/base/intervals.h"
#include "core/base/time.h"
#include "core/index/launch_index.h"
#include "core/trace/trace.h"

namespace gaplight {

// Totals of one GPU (metrics.md, "GPU activity"). Activities are kernels, copies and memsets on all
// of its streams; busy is the length of their union inside the window. Window: see
// DeviceActivities.
struct GpuActivityTotals {
    GpuId gpu;
    TimeRange window{};
    Duration busy{};
    Duration idle{};  // window - busy
    // The parts of `busy`, which they sum to.
    Duration compute{};             // anything but communication and copies runs
    Duration communicationAlone{};  // collectives without compute
    Duration copiesAlone{};         // copies without compute and communication
    // Activities in front of the window; in no other figure.
    std::uint64_t beforeCapture = 0;
    std::uint64_t kernels = 0;
    std::uint64_t memcpys = 0;
    std::uint64_t memsets = 0;
    std::uint32_t streams = 0;

    // busy / window; 0 for an empty window.
    double utilization() const;
};

// The activities of one GPU inside its window. The window begins with the first activity whose
// launch was recorded, or with the first activity if no launch was recorded. What starts before it
// was launched before the capture began.
struct DeviceActivities {
    GpuId gpu;
    std::vector<ActivityId> byStart;  // by (start, slice); without those in front of the window
    // The part of the window, from its start, in which activities from before it still ran. Empty,
    // at the window's start, if there is none.
    TimeRange busyAtStart{};
    std::uint64_t beforeCapture = 0;  // number of activities in front of the window
};

// One entry per GPU that has activities, by GPU. O(n), O(n log n) where a GPU has
// several streams.
[[nodiscard]] std::vector<DeviceActivities> activitiesByDevice(const Trace& trace,
                                                               const LaunchIndex& launches);

// Totals of the window of a GPU, or of the part of the window inside `range`: times are cut at the
// edges, activities count if they run inside at least in part. O(activities + texts).
[[nodiscard]] GpuActivityTotals gpuActivityTotals(const Trace& trace,
                                                  const DeviceActivities& activities,
                                                  const std::optional<TimeRange>& range = {});

// The two parts of a GPU's busy time that are not computing, as disjoint ranges in time order.
struct NotComputing {
    std::vector<TimeRange> communicationAlone;  // sum: GpuActivityTotals::communicationAlone
    std::vector<TimeRange> copiesAlone;         // sum: GpuActivityTotals::copiesAlone
};
// `byStart`, `busyAtStart`: as in DeviceActivities. O(activities + texts); without copies and
// collectives nothing is stored.
[[nodiscard]] NotComputing notComputing(const Trace& trace, std::span<const ActivityId> byStart,
                                        TimeRange busyAtStart);

// The activities that run inside a range at least in part, in the same order. O(activities).
[[nodiscard]] DeviceActivities activitiesWithin(const Trace& trace, DeviceActivities activities,
                                                TimeRange range);

// The time during which at least two kernels of one GPU run at once.
class Concurrency {
public:
    // `activities`: of one GPU, by start; copies and memsets do not count. O(n).
    Concurrency(const Trace& trace, std::span<const ActivityId> activities);

    // The part of a kernel of that GPU during which another one runs too. O(log n + overlaps).
    Duration besideOthers(SliceId kernel) const;

private:
    const Trace& m_trace;
    MergedRanges m_shared;  // at least two kernels
};

}  // namespace gaplight
