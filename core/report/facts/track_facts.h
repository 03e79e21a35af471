// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/trace/trace.h"

namespace gaplight {

// "thread", "stream", "async"
[[nodiscard]] std::string_view trackKindName(TrackKind kind);
// The process's name and pid, "python 434"; the pid alone where it has no name.
[[nodiscard]] std::string processTitle(const Trace& trace, ProcessId process);
// The track's name as in the file; its tid where it has none.
[[nodiscard]] std::string trackTitle(const Trace& trace, const Track& track);
// Rows beyond the first, for slices that overlap without nesting.
[[nodiscard]] std::size_t overflowLanes(const Track& track);
// "name" or "name: series".
[[nodiscard]] std::string counterTitle(const Trace& trace, const CounterSeries& counter);

// GPUs that the file describes or that did something, by GPU. `sms` 0 and an empty name:
// not recorded.
struct DeviceFacts {
    GpuId gpu;
    std::string name;
    int sms = 0;
};
[[nodiscard]] std::vector<DeviceFacts> deviceFacts(const Trace& trace);
// "0", or "rank 1 · GPU 0" in a trace of several sources: for a column of GPUs.
[[nodiscard]] std::string gpuCell(const Trace& trace, GpuId gpu);

}  // namespace gaplight
