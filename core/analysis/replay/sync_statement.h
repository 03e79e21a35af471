// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <map>
#include <optional>

#include "core/analysis/replay/replay_edit.h"
#include "core/base/time.h"
#include "core/trace/trace.h"

namespace gaplight {

// The statement `torch.cuda.synchronize()` takes at most this much host time besides its wait: the
// quickest of its frames in 22 recorded traces with stacks, which make it slower than it is.
inline constexpr Duration kSynchronizeStatement = std::chrono::microseconds(34);

// The host time of statements that only make a blocking call, where no Python frame was recorded
// around the call: what lies between the recorded slices before and after it is longer than what
// usually lies between two operators of the thread.
class SyncStatements {
public:
    explicit SyncStatements(const Trace& trace) : m_trace(trace) {}

    // The statement around `blockingCall` removed, its wait apart; empty where frames or operators
    // were recorded around the call, or where nothing is beyond the usual. Not safe from many
    // threads. O(slices of the thread) once a thread, then O(slices inside the neighbors).
    [[nodiscard]] std::optional<ReplayEdit> without(SliceId blockingCall);

private:
    [[nodiscard]] TimeRange between(SliceId call, TrackId track) const;
    [[nodiscard]] Duration usual(TrackId track);

    const Trace& m_trace;
    std::map<TrackId, Duration> m_usual;
};

}  // namespace gaplight
