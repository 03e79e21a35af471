// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/scene/layout/counter_curves.h"
#include "core/scene/layout/track_layout.h"
#include "core/trace/trace.h"

namespace gaplight {

// Contents of one group of the layout, in display order.
struct TrackGroup {
    GroupKind kind = GroupKind::Host;
    ProcessId process;
    std::string name;             // of a group of several processes; empty: `process` names it
    bool namesProcesses = false;  // its tracks do
    std::optional<GpuId> gpu;
    const DeviceProperties* properties = nullptr;  // of `gpu`; null: not recorded
    std::vector<TrackId> tracks;
    std::vector<std::uint32_t> counters;
};

// Tracks with slices or instants and all counters, by process or GPU: host processes by their sort
// index, GPUs by number, then processes that are neither ("Spans", "Traces"). `grouping`: of the
// threads of the host processes, whose counters are a group of their own where it is another.
[[nodiscard]] std::vector<TrackGroup> groupTracks(const Trace& trace,
                                                  std::span<const CounterCurve> counters,
                                                  TrackGrouping grouping = TrackGrouping::Process);

// Number of leading rows of a track in each of which one slice covers nearly all of the track's
// time: they say the same at every zoom. O(slices).
[[nodiscard]] std::uint16_t coveringRows(const Trace& trace, const Track& track);
// The time of a track's outermost slices in a range, each at least 1 ns. O(slices).
[[nodiscard]] Duration outermostTime(const Trace& trace, const Track& track,
                                     const TimeRange& range);
// The same, without waits (isNamedAsWait) on threads that launch nothing, in a trace with GPU work.
// O(slices + waits × depth).
[[nodiscard]] Duration workTime(const Trace& trace, const Track& track, const TimeRange& range);
// Whether nothing of a thread is work of a GPU program: no operator, API call, annotation or
// extent of the recording. What the profiler itself does there is no work. O(slices) at worst.
[[nodiscard]] bool isIdleThread(const Trace& trace, const Track& track);
[[nodiscard]] bool isMainThread(const Trace& trace, TrackId track);
[[nodiscard]] std::string groupTitle(const Trace& trace, const TrackGroup& group);
// "python 434", "process 434" where it has no name.
[[nodiscard]] std::string processLabel(const Trace& trace, ProcessId process);
[[nodiscard]] std::string trackTitle(const Trace& trace, TrackId track);
// Stable identifier of a track across openings of a trace: "434/434", "0/stream 7".
[[nodiscard]] std::string trackKey(const Trace& trace, TrackId track);

}  // namespace gaplight
