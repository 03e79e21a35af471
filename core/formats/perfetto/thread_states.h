// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/formats/perfetto/rows/perfetto_part.h"
#include "core/formats/perfetto/rows/perfetto_tracks.h"
#include "core/formats/perfetto/sched_switches.h"

namespace gaplight {

// States of threads from the kernel's sched_switch events: running on a CPU, or else runnable
// (preempted, or waiting for a CPU), sleeping or uninterruptible: the state in the event that ended
// the thread's last run. Each thread has a track of states of its own, "4711 state".
class ThreadStates {
public:
    // Reads an FtraceEventBundle message: the events of one CPU. `event`: of the bundle; its events
    // have the numbers behind it. Gives how many it has. Throws protozero::exception.
    std::uint64_t readBundle(std::string_view message, EventId event, PerfettoTracks& tracks);

    // Adds the slices of all states. A thread's last state lasts until the last event of its CPU or
    // of the thread. O(n log n).
    void finish(PerfettoPart& part);

private:
    std::vector<SchedSwitch> m_switches;
    std::vector<SwitchName> m_names;  // of one bundle
};

}  // namespace gaplight
