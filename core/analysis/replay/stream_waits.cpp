// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/replay/stream_waits.h"

namespace gaplight {

void StreamWaits::find(const HostCall& call, Time start, std::uint32_t stream,
                       std::vector<std::uint32_t>& activities) {
    activities.clear();
    const auto add = [&](std::uint32_t activity) {
        if (activity != DependencyGraph::kNone) {
            activities.push_back(activity);
        }
    };
    const auto& recorded = m_syncs.streamWaits();
    for (; m_next < recorded.size() && recorded[m_next].called < call.start; ++m_next) {
        m_open[recorded[m_next].stream].push_back(recorded[m_next]);
    }
    const StreamHistories::Stream& own = m_streams.at(stream);
    if (const auto open = m_open.find(own.number); open != m_open.end()) {
        std::erase_if(open->second, [&](const SyncRecords::StreamWait& wait) {
            const bool isOwn = m_streams.find(wait.gpu, wait.stream) == stream;
            if (isOwn) {
                add(recordedWait(wait));
            }
            return isOwn;
        });
    }
    if (call.afterWaitEvent && recorded.empty()) {
        add(likelyWait(own, start));
    }
}

std::uint32_t StreamWaits::recordedWait(const SyncRecords::StreamWait& wait) const {
    const std::uint32_t other = m_streams.find(wait.gpu, wait.waitOnStream);
    return other == DependencyGraph::kNone
               ? DependencyGraph::kNone
               : m_streams.launchedBefore(m_streams.at(other), wait.recorded);
}

std::uint32_t StreamWaits::likelyWait(const StreamHistories::Stream& own, Time start) const {
    std::uint32_t latest = DependencyGraph::kNone;
    for (const std::uint32_t index : m_streams.searchedOn(own.gpu)) {
        const StreamHistories::Stream& other = m_streams.at(index);
        const std::uint32_t ended =
            &other == &own ? DependencyGraph::kNone : m_streams.endedBy(other, start);
        if (ended != DependencyGraph::kNone &&
            (latest == DependencyGraph::kNone || m_streams.end(ended) > m_streams.end(latest))) {
            latest = ended;
        }
    }
    return latest;
}

}  // namespace gaplight
