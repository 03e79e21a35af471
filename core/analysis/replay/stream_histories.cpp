// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/replay/stream_histories.h"

#include <algorithm>

namespace gaplight {

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
