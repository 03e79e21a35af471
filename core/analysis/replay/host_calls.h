// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/analysis/replay/dependency_graph.h"
#include "core/analysis/replay/replay_edit.h"
#include "core/analysis/replay/replay_plan.h"
#include "core/analysis/torch/name_classes.h"
#include "core/base/column.h"
#include "core/base/time.h"
#include "core/index/launch_index.h"
#include "core/trace/trace.h"

namespace gaplight {

// What a blocking call waits for, according to its name.
enum class BlockingKind : std::uint8_t { None, Device, Stream, Event, Free };

// An outermost API call that launches or blocks. An activity whose launch was not recorded has a
// HostCall without a slice.
struct HostCall {
    static constexpr std::uint32_t kNone = 0xFFFFFFFFU;

    SliceId slice;  // invalid: stands in for a launch that was not recorded
    TrackId track;
    ProcessId process;
    Time start;
    Time end;
    BlockingKind blocking = BlockingKind::None;
    bool copies = false;              // cudaMemcpy and its relatives
    bool afterWaitEvent = false;      // its thread called cudaStreamWaitEvent since its last launch
    SliceId blockingSlice;            // `slice`, or the call inside it that blocks
    std::uint32_t firstActivity = 0;  // in HostCalls::activities
    std::uint32_t activityCount = 0;
    std::uint32_t after = kNone;  // predecessor: the call whose return this one follows
};

struct HostCalls {
    Column<HostCall> calls;             // by (start, slice)
    Column<ActivityId> activities;      // of calls[0], of calls[1], ...
    Column<SliceId> slices;             // of all calls, nested ones included; ascending
    Column<std::uint32_t> callOfSlice;  // by `slices`: position in `calls`
};

// The calls of a trace and the predecessor of each.
//
// The predecessor of a call is the last call of its own thread. Where another thread of the process
// made calls since then and no slice started on this thread meanwhile, this thread was waiting for
// the other one: then it is the last call of the other thread. So the calls of a training step
// follow each other through main thread, autograd thread and main thread again, while two threads
// that work at the same time stay independent.
// One parallel pass over all slices, then O(calls log slices).
[[nodiscard]] HostCalls hostCalls(const Trace& trace, const LaunchIndex& launches,
                                  const NameClasses& names);

// Appends the changes of ScaleHost edits: of each call, (1 - factor) times the host time before and
// inside it that is in an edit's range. Where ranges overlap, the smallest factor counts. Time
// before `begin` does not change. A call may be appended more than once.
// O(edits log (edits + calls) + calls changed).
void scaleHostTime(const DependencyGraph& graph, const ThreadCalls& threads,
                   const ReplayEdits& edits, Time begin, CallChanges& changes);

// time × factor, rounded once; a factor below 0 is 0.
[[nodiscard]] Duration scaled(Duration time, double factor);

}  // namespace gaplight
