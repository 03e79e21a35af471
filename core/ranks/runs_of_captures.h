// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "core/base/time.h"
#include "core/trace/trace.h"

namespace gaplight {

// Traces of several runs lie in one folder, and one rank of each run is easily taken for a rank of
// another: ranks 0 to 2 of one run with rank 3 of a run 46 minutes later look like a rank that is
// 46 minutes late.

// The clocks of two machines differ by less: what was recorded further apart is of two runs.
inline constexpr Duration kMaxClockDifference = std::chrono::minutes(1);

// What tells the captures of several runs apart.
struct CaptureFacts {
    std::optional<int> rank;
    std::optional<int> worldSize;       // ranks of the run
    std::optional<TimeRange> recorded;  // since the Unix epoch, from the year 2000 on
};
[[nodiscard]] CaptureFacts captureFacts(const Trace& trace);

// The run of each capture; runs are numbered from 0 on in the order in which they begin. Captures
// of one run have one size of the world, overlap but for kMaxClockDifference, and are of different
// ranks; two of a rank that overlap in time are one capture, written twice. One whose time is not
// recorded is of the last run that it fits otherwise. O(captures × (log captures + runs)).
[[nodiscard]] std::vector<std::size_t> runsOf(std::span<const CaptureFacts> captures);

}  // namespace gaplight
