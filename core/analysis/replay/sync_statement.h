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

// Estimates the host time of a statement that only makes a blocking call, in captures without
// Python frames: time between the recorded slices before and after the call, less the usual time
// between two operators of the thread, at most kSynchronizeStatement.
class SyncStatements {
public:
    explicit SyncStatements(const Trace& trace) : m_trace(trace) {}

    // The edit that removes the statement around `blockingCall`, but not its wait; empty where
    // frames or operators were recorded around the call, or where no time is left. For one thread
    // at a time. O(slices of the thread) once a thread, then O(slices inside the neighbors).
    [[nodiscard]] std::optional<ReplayEdit> without(SliceId blockingCall);

private:
    TimeRange between(SliceId call, TrackId track) const;
    [[nodiscard]] Duration usual(TrackId track);

    const Trace& m_trace;
    std::map<TrackId, Duration> m_usual;
};

}  // namespace gaplight
