// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/base/time.h"
#include "core/index/launch_index.h"
#include "core/trace/trace.h"

namespace gaplight {

// A loop over tensors: the same operator, or the same short cycle of operators, again and again,
// each of which has a torch._foreach_ form, launches small GPU work and belongs to the same
// annotation and enclosing operator. Nothing else is launched in between. At least one operator
// of the cycle writes in place or takes a norm: what reads and writes only new tensors is as
// likely a recurrence, whose turns need each other.
struct TensorLoop {
    TrackId track;
    SliceId firstOp;
    SliceId lastOp;
    SliceId lastLaunch;
    SliceId enclosingOp;          // the operator around all of it, or an invalid id
    TimeRange host{};             // first operator's start to the last one's end
    std::vector<StringId> cycle;  // operator names of one turn, in the order of the first one
    std::uint64_t turns = 0;
    std::uint64_t activities = 0;
    Duration gpuTime{};  // of the activities, summed

    // Whether the call lies in the loop; `call` is on any track.
    [[nodiscard]] bool contains(SliceId call) const {
        return firstOp <= call && call <= lastLaunch;
    }
};

struct TensorLoopLimits {
    std::uint64_t minTurns = 16;
    std::size_t maxCycle = 12;  // Adam for one tensor is 8 operators
    Duration smallActivity = std::chrono::microseconds(10);
    std::uint64_t minSmallPercent = 80;  // of the activities: an embedding among many biases
};

// All loops, ascending by firstOp. Code that torch.compile made counts as no loop.
// O(launches × depth + operators × maxCycle).
[[nodiscard]] std::vector<TensorLoop> tensorLoops(const Trace& trace, const LaunchIndex& launches,
                                                  const TensorLoopLimits& limits = {});

// The loop that a call lies in, or null. `loops` as tensorLoops gives them. O(log loops).
[[nodiscard]] const TensorLoop* loopAround(std::span<const TensorLoop> loops, SliceId call);

}  // namespace gaplight
