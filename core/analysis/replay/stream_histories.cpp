// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/replay/stream_histories.h"

#include <algorithm>

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

std::uint32_t StreamHistories::indexOf(const GpuActivity& activity) {
    const std::uint64_t recorded = GraphStreams::keyOf(m_trace, activity);
    if (recorded != m_lastKey || m_lastIndex == kNone) {
        const std::uint64_t key = m_graphStreams.launchStreamOf(recorded);
        const auto [at, isNew] =
            m_indexOfKey.try_emplace(key, static_cast<std::uint32_t>(m_streams.size()));
        if (isNew) {
            addStream(activity.gpu, GraphStreams::numberOf(key));
        }
        m_lastKey = recorded;
        m_lastIndex = at->second;
    }
    return m_lastIndex;
}

std::uint32_t StreamHistories::find(GpuId gpu, std::int32_t number) const {
    if (const auto at = m_byNumber.find({gpu, number}); at != m_byNumber.end()) {
        return at->second;
    }
    const auto at = m_onlyOfNumber.find({gpu.source, number});
    return at == m_onlyOfNumber.end() ? kNone : at->second;
}

std::span<const std::uint32_t> StreamHistories::searchedOn(GpuId gpu) const {
    const auto at = m_ofGpu.find(gpu);
    return at == m_ofGpu.end() ? std::span<const std::uint32_t>() : searched(at->second);
}

std::span<const std::uint32_t> StreamHistories::searchedIn(SourceId source) const {
    const auto at = m_ofSource.find(source);
    return at == m_ofSource.end() ? std::span<const std::uint32_t>() : searched(at->second);
}

std::span<const std::uint32_t> StreamHistories::searched(
    const std::vector<std::uint32_t>& streams) {
    return streams.size() > kMaxSearched ? std::span<const std::uint32_t>() : std::span(streams);
}

void StreamHistories::addStream(GpuId gpu, std::int32_t number) {
    const auto index = static_cast<std::uint32_t>(m_streams.size());
    m_streams.push_back({gpu, number, {}, {}, kNone});
    m_ofGpu[gpu].push_back(index);
    m_ofSource[gpu.source].push_back(index);
    m_byNumber.try_emplace({gpu, number}, index);
    const auto [at, isOnly] = m_onlyOfNumber.try_emplace({gpu.source, number}, index);
    if (!isOnly) {
        at->second = kNone;
    }
}

void StreamHistories::add(std::uint32_t stream, std::uint32_t activity, bool endsLaunch) {
    Stream& to = m_streams[stream];
    to.activities.push_back(activity);
    if (endsLaunch) {
        to.launches.push_back(activity);
    }
    if (to.latest == kNone || end(activity) >= end(to.latest)) {
        to.latest = activity;
    }
}

std::uint32_t StreamHistories::endedBy(const Stream& stream, Time time) const {
    // Ends ascend but for work that overlaps on one stream, where any near one will do.
    const auto at =
        std::partition_point(stream.activities.begin(), stream.activities.end(),
                             [&](std::uint32_t activity) { return end(activity) <= time; });
    return at == stream.activities.begin() ? kNone : *(at - 1);
}

std::uint32_t StreamHistories::launchedBefore(const Stream& stream, Time time) const {
    const auto at = std::partition_point(
        stream.activities.begin(), stream.activities.end(), [&](std::uint32_t activity) {
            return m_graph.calls.start[m_graph.activities.call[activity]] < time;
        });
    return at == stream.activities.begin() ? kNone : *(at - 1);
}

std::uint32_t StreamHistories::next(const Stream& stream, std::uint32_t activity) {
    const auto at = activity == kNone ? stream.activities.begin()
                                      : std::upper_bound(stream.activities.begin(),
                                                         stream.activities.end(), activity);
    return at == stream.activities.end() ? kNone : *at;
}

}  // namespace gaplight
