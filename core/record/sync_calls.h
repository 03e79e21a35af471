// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <unordered_map>

#include "core/record/record_stream.h"

namespace gaplight::record {

// Matches waits to the calls that made them, which have the thread: a SyncRecord and its CallRecord
// have equal correlations and arrive in either order, at most some thousand records apart. Keeps at
// most kMaxKept of each. O(1) per call, O(kept calls) per wait.
class SyncCalls {
public:
    static constexpr std::size_t kMaxKept = 1U << 14;

    // The wait of a call that has just arrived. Empty if the wait has not arrived; the call is then
    // kept if it may wait.
    [[nodiscard]] std::optional<SyncRecord> takeSync(const CallRecord& call, bool mayWait);
    // The thread of a wait that has just arrived. Empty if its call has not arrived; the wait is
    // then kept. (CUPTI also records queries as waits: their calls never arrive.)
    [[nodiscard]] std::optional<std::uint32_t> takeThread(const SyncRecord& sync);

private:
    struct Caller {
        std::uint32_t correlation = 0;
        std::uint32_t thread = 0;
    };

    std::deque<Caller> m_callers;                           // oldest first
    std::unordered_map<std::uint32_t, SyncRecord> m_syncs;  // by correlation
};

}  // namespace gaplight::record
