// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "core/analysis/replay/dependency_calls.h"
#include "core/analysis/replay/dependency_graph.h"
#include "core/analysis/replay/dependency_streams.h"
#include "core/analysis/replay/dependency_syncs.h"
#include "core/base/time.h"

namespace gaplight {

// The work on other streams that a stream was told to wait for before the next work it was given:
// as recorded by cuda_sync; else, behind a cudaStreamWaitEvent, what another stream of the GPU had
// been given and had finished last.
class StreamWaits {
public:
    StreamWaits(const SyncRecords& syncs, const StreamHistories& streams)
        : m_syncs(syncs), m_streams(streams) {}

    // Replaces `activities` by those for a call's first activity, which started at `start` on
    // `stream`. Calls come in the order of their starts. O(streams log activities).
    void find(const HostCall& call, Time start, std::uint32_t stream,
              std::vector<std::uint32_t>& activities);

private:
    [[nodiscard]] std::uint32_t recordedWait(const SyncRecords::StreamWait& wait) const;
    [[nodiscard]] std::uint32_t likelyWait(const StreamHistories::Stream& own, Time start) const;

    const SyncRecords& m_syncs;
    const StreamHistories& m_streams;
    std::size_t m_next = 0;                                               // recorded wait
    std::map<std::int32_t, std::vector<SyncRecords::StreamWait>> m_open;  // by stream number
};

}  // namespace gaplight
