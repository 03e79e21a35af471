// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/analysis/host/blocking_calls.h"
#include "core/analysis/startup/steady_loop.h"
#include "core/analysis/steps/steps.h"
#include "core/analysis/torch/name_classes.h"
#include "core/base/time.h"
#include "core/index/launch_index.h"
#include "core/trace/trace.h"

namespace gaplight {

// A copy from the host to a GPU, and the call that makes it.
struct FirstUpload {
    SliceId call;
    SliceId copy;
};

// Data that a process copies to a GPU once, when it starts up: weights, tables, inputs.
//
//   copies  copies from the host to a GPU that end, as their calls do, before the first kernel of
//           that GPU begins. Only where
//             - a kernel follows
//             - the process allocates GPU memory before it copies: a capture that begins in the
//               middle of a run begins with the input of a step
//             - none of these copies is in a step
//             - they take at least FirstUses::kMinSlowCall
//             - the program goes on without: its other copies to that GPU, those in a steady loop
//               apart, take less than 1 / kLaterDivisor of the time of these, and all of them
//               together do not recur in a steady loop (SteadyLoop::recurs)
//   waits   blocking calls of the same threads from the first of these copies on, which end before
//           that kernel begins
struct FirstUploads {
    static constexpr std::int64_t kLaterDivisor = 4;

    std::vector<FirstUpload> copies;  // by call
    std::vector<SliceId> waits;       // ascending
};

// Of calls that start in `range`. O(activities); where there are such copies, one more parallel
// pass over the slices.
[[nodiscard]] FirstUploads firstUploads(const Trace& trace, const LaunchIndex& launches,
                                        const NameClasses& names, const SteadyLoop& loop,
                                        const Steps& steps,
                                        std::span<const BlockingCall> blockingCalls,
                                        TimeRange range);

}  // namespace gaplight
