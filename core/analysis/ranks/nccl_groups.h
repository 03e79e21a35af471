// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/analysis/ranks/comm_calls.h"
#include "core/trace/trace.h"

namespace gaplight {

// Calls of one thread whose kernels are launched within one slice of that thread.
struct CallGroup {
    SliceId launcher;                // "nccl:coalesced" or ncclGroupEnd
    std::vector<std::size_t> calls;  // into CommCalls::calls, by start
};

// What callGroups() needs of a thread; each by start.
struct GroupedCalls {
    std::span<const std::size_t> calls;    // into CommCalls::calls
    std::span<const SliceId> coalesced;    // annotations "nccl:coalesced"
    std::span<const SliceId> groupStarts;  // ncclGroupStart
    std::span<const SliceId> groupEnds;    // ncclGroupEnd
};

// The groups of a thread by the start of their launcher. "nccl:coalesced" launches the calls since
// the one before it. ncclGroupEnd launches the calls since the ncclGroupStart that it closes, the
// outermost of nested ones, as NCCL's documentation says ("Group Calls"); one whose start was not
// recorded launches those since the end before it. O(n log n).
[[nodiscard]] std::vector<CallGroup> callGroups(const Trace& trace, const CommCalls& found,
                                                const GroupedCalls& thread);

// PyTorch issues an all-to-all as one group with a send to each rank and a receive from each. Turns
// the first call of such a group into one call "all_to_allv", and removes the others from `group`;
// their operation becomes empty. Leaves other groups as they are.
void mergeAllToAll(CommCalls& found, CallGroup& group);

}  // namespace gaplight
