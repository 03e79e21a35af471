// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "core/analysis/replay/dependency_graph.h"
#include "core/analysis/replay/host_calls.h"
#include "core/analysis/replay/stream_histories.h"
#include "core/analysis/replay/sync_records.h"
#include "core/base/time.h"

namespace gaplight {

// Finds the activities of other streams that a stream waited for (cudaStreamWaitEvent) before its
// next activity: those of the cuda_sync record; where there is no record, after a
// cudaStreamWaitEvent on the launching thread, the activity of another stream of the GPU that ended
// last before.
class StreamWaits {
public:
    StreamWaits(const SyncRecords& syncs, const StreamHistories& streams)
        : m_syncs(syncs), m_streams(streams) {}

    // Sets `activities` to those that the first activity of `call`, which started at `start` on
    // `stream`, waited for. Called in the order of the calls' starts. O(streams log activities).
    void find(const HostCall& call, Time start, std::uint32_t stream,
              std::vector<std::uint32_t>& activities);

private:
    std::uint32_t recordedWait(const SyncRecords::StreamWait& wait) const;
    std::uint32_t likelyWait(const StreamHistories::Stream& own, Time start) const;

    const SyncRecords& m_syncs;
    const StreamHistories& m_streams;
    std::size_t m_next = 0;                                               // recorded wait
    std::map<std::int32_t, std::vector<SyncRecords::StreamWait>> m_open;  // by stream number
};

}  // namespace gaplight
