// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "core/trace/ids.h"

namespace gaplight {

// The kernel changes which thread runs on a CPU.
struct SchedSwitch {
    static constexpr std::int32_t kUnknown = -1;

    std::int64_t time = 0;
    std::uint64_t event = 0;
    std::int32_t previous = 0;  // threads; 0: idle; kUnknown: who ran is in an earlier bundle
    std::int32_t next = 0;
    std::int32_t state = 0;  // of the previous one; 0: runnable
    std::int32_t cpu = 0;
};
using SwitchName = std::pair<std::int32_t, std::string_view>;  // a thread's command

// Appends the switches of an FtraceEventBundle message, the events of one CPU, and the names in
// them. `event`: of the bundle; its switches have the numbers behind it. Gives how many it has.
// Throws protozero::exception.
std::uint64_t readSwitches(std::string_view message, EventId event,
                           std::vector<SchedSwitch>& switches, std::vector<SwitchName>& names);

}  // namespace gaplight
