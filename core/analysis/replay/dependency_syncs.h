// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "core/base/time.h"
#include "core/trace/trace.h"

namespace gaplight {

// The profiler's own records of what was waited for (`cat` cuda_sync), where it kept them.
class SyncRecords {
public:
    // A stream had to wait for what another stream had been given before an event's record.
    struct StreamWait {
        Time called;  // start of cudaStreamWaitEvent
        GpuId gpu;
        std::int32_t stream = -1;
        std::int32_t waitOnStream = -1;
        Time recorded;  // start of cudaEventRecord; `called` where that is not known
    };

    // O(correlations) where there are any such records, else O(1).
    explicit SyncRecords(const Trace& trace);

    // What a blocking call waited for; null where nothing was recorded. O(log records).
    [[nodiscard]] const SyncFacts* of(SliceId call) const;
    // When the event of these facts, of a source, was recorded; empty where that is not known.
    [[nodiscard]] std::optional<Time> eventRecorded(const SyncFacts& facts, SourceId source) const;
    // In the order of `called`.
    [[nodiscard]] const std::vector<StreamWait>& streamWaits() const { return m_streamWaits; }

private:
    using ByCorrelation = std::vector<std::pair<std::uint64_t, SliceId>>;
    // That of a source; two sources may use one correlation.
    [[nodiscard]] std::optional<SliceId> find(const ByCorrelation& rows, std::uint64_t correlation,
                                              SourceId source) const;

    const Trace* m_trace;
    ByCorrelation m_records;  // cuda_sync slices
    ByCorrelation m_calls;    // API calls that they or their events belong to
    std::vector<StreamWait> m_streamWaits;
};

}  // namespace gaplight
