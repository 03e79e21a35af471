// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/base/time.h"
#include "core/index/launch_index.h"
#include "core/trace/trace.h"

namespace gaplight {

// Busy and idle time of one GPU. Activity is kernels, copies and memsets on all of its streams;
// busy is the length of their union and window runs from the first start to the last end.
struct GpuActivityTotals {
    GpuId gpu;
    TimeRange window{};
    Duration busy{};
    Duration idle{};  // window - busy
    std::uint64_t kernels = 0;
    std::uint64_t memcpys = 0;
    std::uint64_t memsets = 0;
    std::uint32_t streams = 0;

    // busy / window; 0 for an empty window.
    [[nodiscard]] double utilisation() const;
};

// The activities of one GPU in the order (start, slice).
struct DeviceActivities {
    GpuId gpu;
    std::vector<ActivityId> byStart;
};

// One entry per GPU that has activities, by GPU. O(n), O(n log n) where a GPU has
// several streams.
[[nodiscard]] std::vector<DeviceActivities> activitiesByDevice(const Trace& trace);

// Of all activities of a GPU; with a range, of the part of its window that lies inside: busy and
// idle are cut at the edges, activities count where they run inside at least in part.
[[nodiscard]] GpuActivityTotals gpuActivityTotals(const Trace& trace,
                                                  const DeviceActivities& activities,
                                                  const std::optional<TimeRange>& range = {});

// The activities that run inside a range at least in part, in the same order. O(activities).
[[nodiscard]] DeviceActivities activitiesWithin(const Trace& trace, DeviceActivities activities,
                                                TimeRange range);

}  // namespace gaplight
