// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/analysis/ranks/comm_calls.h"
#include "core/trace/trace.h"

namespace gaplight {

// Calls of one thread whose kernels one slice of it launches.
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

// An all-to-all that was called for as one send to each rank of a group and one receive from each,
// as PyTorch does: makes the first of them one call "all_to_all" ("all_to_allv" where sizes
// differ) and takes the others out of `group`. Their operation is empty then.
void mergeAllToAll(CommCalls& found, CallGroup& group);

}  // namespace gaplight
