// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/record/sync_calls.h"

#include <algorithm>
#include <iterator>

namespace gaplight::record {

std::optional<SyncRecord> SyncCalls::takeSync(const CallRecord& call, bool mayWait) {
    if (const auto found = m_syncs.find(call.correlation); found != m_syncs.end()) {
        const SyncRecord sync = found->second;
        m_syncs.erase(found);
        return sync;
    }
    if (mayWait) {
        m_callers.push_back({call.correlation, call.thread});
        if (m_callers.size() > kMaxKept) {
            m_callers.pop_front();
        }
    }
    return std::nullopt;
}

std::optional<std::uint32_t> SyncCalls::takeThread(const SyncRecord& sync) {
    const auto caller = std::find_if(
        m_callers.rbegin(), m_callers.rend(),
        [&](const Caller& candidate) { return candidate.correlation == sync.correlation; });
    if (caller == m_callers.rend()) {
        if (m_syncs.size() >= kMaxKept) {
            m_syncs.clear();
        }
        m_syncs[sync.correlation] = sync;
        return std::nullopt;
    }
    const std::uint32_t thread = caller->thread;
    m_callers.erase(std::next(caller).base());
    return thread;
}

}  // namespace gaplight::record
