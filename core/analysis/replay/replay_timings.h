// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/replay/dependency_graph.h"
#include "core/analysis/replay/host_calls.h"
#include "core/trace/trace.h"

namespace gaplight {

// Launches of one stream that may be unfinished before the next launch call waits. H200, driver
// 580: every launch call that took over 60 µs in five saturated traces began with 1,022 others
// unfinished and returned 3 to 7 µs after the oldest had ended.
inline constexpr std::uint32_t kQueueCapacity = 1022;

// Measures the typical delays of a trace. O(calls + activities log activities).
[[nodiscard]] ReplayTimings replayTimings(const Trace& trace, const HostCalls& host);

}  // namespace gaplight
