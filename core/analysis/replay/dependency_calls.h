// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "core/analysis/torch/name_classes.h"
#include "core/base/time.h"
#include "core/index/launch_index.h"
#include "core/trace/trace.h"

namespace gaplight {

// What a blocking call waits for, by its name.
enum class BlockingKind : std::uint8_t { None, Device, Stream, Event, Free };

// An outermost API call that launches or blocks; or what represents the launch of one activity
// that has none.
struct HostCall {
    static constexpr std::uint32_t kNone = 0xFFFFFFFFU;

    SliceId slice;  // invalid: no call
    TrackId track;
    ProcessId process;
    Time start;
    Time end;
    BlockingKind blocking = BlockingKind::None;
    bool copies = false;              // of the copy family
    bool afterWaitEvent = false;      // its thread called cudaStreamWaitEvent since its last launch
    SliceId blockingSlice;            // the call itself, or the one inside it that blocks
    std::uint32_t firstActivity = 0;  // in HostCalls::activities
    std::uint32_t activityCount = 0;
    std::uint32_t after = kNone;  // the call that the host went on from
};

struct HostCalls {
    std::vector<HostCall> calls;         // by (start, slice)
    std::vector<ActivityId> activities;  // of calls[0], of calls[1], ...
    std::vector<SliceId> slices;         // ascending, those inside others too
    std::vector<std::uint32_t> callOfSlice;
};

// Finds the calls and the order in which the host made them.
//
// A thread goes on from its own last call. Where another thread of the process made calls in the
// meantime and nothing began on this one while it did, this one had been waiting for it: it goes
// on from the other's last call. So a training step runs through main thread, autograd thread and
// main thread again, while two threads that work at the same time stay independent.
// One parallel pass over all slices, then O(calls log slices).
[[nodiscard]] HostCalls hostCalls(const Trace& trace, const LaunchIndex& launches,
                                  const NameClasses& names);

}  // namespace gaplight
