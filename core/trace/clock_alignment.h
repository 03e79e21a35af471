// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <vector>

#include "core/base/time.h"
#include "core/trace/trace.h"

namespace gaplight {

// What has to be added to the times of a GPU to be on the host's clock.
struct ClockShift {
    GpuId gpu;
    Duration shift{};
    std::uint64_t activities = 0;  // with a launch call
};

// GPUs whose recorded times cannot be on the host's clock, as seen by the delays from launch calls
// to the starts of what they launch:
//   early  more than half of the activities start at least kEarly before their launch calls
//   late   every activity starts at least kLate after its call, and after the last call of all
// The shift makes the smallest delay 0: the earliest that is possible. Smaller differences are left
// alone, since clocks are read with that error. Only correlations that one call of the trace has
// count, of GPUs with kMinActivities of them.
// O(correlations) with few look-ups, since a sample of the activities is enough to see that there
// is nothing; of a GPU that is shifted, all are read.
inline constexpr Duration kEarly = std::chrono::microseconds(100);
inline constexpr Duration kLate = std::chrono::seconds(1);
inline constexpr std::size_t kMinActivities = 8;
[[nodiscard]] std::vector<ClockShift> gpuClockShifts(const Trace& trace);

}  // namespace gaplight
