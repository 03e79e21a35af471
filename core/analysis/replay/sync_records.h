// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

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

// The profiler's records of synchronizations (`cat` cuda_sync): which stream or event a call waited
// for. Not all captures have them.
class SyncRecords {
public:
    // cudaStreamWaitEvent: `stream` waited for the work launched to `waitOnStream` before the event
    // was recorded there.
    struct StreamWait {
        Time called;  // start of cudaStreamWaitEvent
        GpuId gpu;
        std::int32_t stream = -1;
        std::int32_t waitOnStream = -1;
        Time recorded;  // start of cudaEventRecord; `called` if unknown
    };

    // O(correlations) where there are any such records, else O(1).
    explicit SyncRecords(const Trace& trace);

    // The record of a blocking call; null if there is none. O(log records).
    const SyncFacts* of(SliceId call) const;
    // Start of the cudaEventRecord that `facts` of a source refer to; empty if unknown.
    std::optional<Time> eventRecorded(const SyncFacts& facts, SourceId source) const;
    // By `called`.
    const std::vector<StreamWait>& streamWaits() const { return m_streamWaits; }

private:
    using ByCorrelation = std::vector<std::pair<std::uint64_t, SliceId>>;
    // The slice of a correlation within one source; sources number theirs independently.
    std::optional<SliceId> find(const ByCorrelation& rows, std::uint64_t correlation,
                                SourceId source) const;

    const Trace* m_trace;
    ByCorrelation m_records;  // cuda_sync slices
    ByCorrelation m_calls;    // API calls that they or their events belong to
    std::vector<StreamWait> m_streamWaits;
};

}  // namespace gaplight
