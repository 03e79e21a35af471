// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "core/base/time.h"
#include "core/trace/trace.h"

namespace gaplight {

// Self time of all slices of one name: their durations without those of the slices nested directly
// in them.
struct NameSelfTime {
    StringId name;
    Duration self{};
};

struct HostSelfTimes {
    std::vector<NameSelfTime> longest;  // longest first, then by name
    Duration total{};                   // of all names
};

// Self times of the slices on host threads, without the profiler's own; at most `count` names.
// O(slices + texts).
[[nodiscard]] HostSelfTimes hostSelfTimes(const Trace& trace, std::size_t count);

}  // namespace gaplight
