// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "core/formats/perfetto/rows/perfetto_part.h"
#include "core/formats/perfetto/rows/perfetto_tracks.h"
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
// them. `event`: of the bundle; its switches have the numbers after it. Gives how many it has.
// Throws protozero::exception.
std::uint64_t readSwitches(std::string_view message, EventId event,
                           std::vector<SchedSwitch>& switches, std::vector<SwitchName>& names);

// States of threads from the kernel's sched_switch events: running on a CPU, or else runnable
// (preempted, or waiting for a CPU), sleeping or uninterruptible: the state in the event that ended
// the thread's last run. Each thread has a track of states of its own, "4711 state".
class ThreadStates {
public:
    // Reads an FtraceEventBundle message: the events of one CPU. `event`: of the bundle; its events
    // have the numbers after it. Gives how many it has. Throws protozero::exception.
    std::uint64_t readBundle(std::string_view message, EventId event, PerfettoTracks& tracks);

    // Adds the slices of all states. A thread's last state lasts until the last event of its CPU or
    // of the thread. O(n log n).
    void finish(PerfettoPart& part);

private:
    std::vector<SchedSwitch> m_switches;
    std::vector<SwitchName> m_names;  // of one bundle
};

}  // namespace gaplight
