// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/analysis/ranks/axis_clock.h"
#include "core/analysis/ranks/joint_collective.h"
#include "core/base/time.h"

namespace gaplight {

// Clocks closer than this are not corrected: ranks leave a collective that far apart.
inline constexpr Duration kMaxRecordedOffset = std::chrono::microseconds(100);

// What a rank's trace records of its clock.
struct RecordedClock {
    // Since the Unix epoch at the trace's time 0; empty: the trace's times begin anywhere.
    std::optional<Duration> epoch;
    TimeRange range{};  // of the trace
};

enum class ClockSource : std::uint8_t {
    Recorded,     // as the trace records it: collectives agree, or there is nothing to compare with
    Fitted,       // offset and drift from the ends of collectives
    Uncalibrated  // cannot be placed on the axis
};

struct RankClock {
    AxisClock axis;
    ClockSource source = ClockSource::Recorded;
    Duration correction{};  // of the recorded offset, where the trace begins
    double driftPpm = 0;
    Duration residual{};  // median distance of its ends of collectives from the median end
    Duration uncertainty{};
    std::size_t collectives = 0;  // that it was compared by
    std::string reason;           // Uncalibrated: why
};

// Clocks of all ranks. Time 0 of the axis is the begin of the first trace whose clock is known. A
// rank is compared with the calibrated one that it shares most collectives with (sends and
// receives where there is no collective): its correction is the line through the differences of
// the ends whose slope and offset are medians (Theil and Sen), and 0 where that is below
// kMaxRecordedOffset over the whole trace. `kernels`: per rank and call, on the trace's own clock.
// O(parts of all collectives × ranks in one).
[[nodiscard]] std::vector<RankClock> fitClocks(std::span<const RecordedClock> recorded,
                                               const MatchedCalls& matched,
                                               std::span<const std::vector<TimeRange>> kernels);

}  // namespace gaplight
