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
            m_streams.push_back({activity.gpu, GraphStreams::numberOf(key), {}, {}, kNone});
        }
        m_lastKey = recorded;
        m_lastIndex = at->second;
    }
    return m_lastIndex;
}

std::uint32_t StreamHistories::find(GpuId gpu, std::int32_t number) const {
    std::uint32_t elsewhere = kNone;
    bool isOnly = true;
    for (std::uint32_t i = 0; i < m_streams.size(); ++i) {
        if (m_streams[i].number != number || m_streams[i].gpu.source != gpu.source) {
            continue;
        }
        if (m_streams[i].gpu == gpu) {
            return i;
        }
        isOnly = elsewhere == kNone;
        elsewhere = i;
    }
    return isOnly ? elsewhere : kNone;
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
