// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "core/base/time.h"
#include "core/index/launch_index.h"
#include "core/trace/trace.h"

namespace gaplight {

// What was launched inside a slice of a host thread: by calls of its thread that start in it.
struct LaunchedWork {
    std::uint64_t activities = 0;
    Duration sum{};     // of their durations
    Duration busy{};    // length of their union, per GPU, summed over GPUs
    TimeRange range{};  // first start to last end; empty at 0 without activities
};

// O(launches inside + activities log activities); all zero for slices of other tracks.
[[nodiscard]] LaunchedWork workLaunchedIn(const Trace& trace, const LaunchIndex& launches,
                                          SliceId slice);

}  // namespace gaplight
