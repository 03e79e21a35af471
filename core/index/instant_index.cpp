// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/index/instant_index.h"

#include <algorithm>
#include <tuple>

namespace gaplight {

InstantIndex InstantIndex::build(const Trace& trace) {
    InstantIndex index;
    const auto instants = trace.instants();
    for (std::size_t i = 0; i < instants.size(); ++i) {
        if (instants[i].track.isValid()) {
            index.m_instants.emplace_back(i);
        }
    }
    const auto key = [&](InstantId id) {
        const Instant& instant = instants[id.index()];
        return std::make_tuple(instant.track, instant.time, id);
    };
    std::sort(index.m_instants.begin(), index.m_instants.end(),
              [&](InstantId a, InstantId b) { return key(a) < key(b); });
    std::size_t at = 0;
    for (std::size_t t = 0; t <= trace.tracks().size(); ++t) {
        while (at < index.m_instants.size() &&
               instants[index.m_instants[at].index()].track.index() < t) {
            ++at;
        }
        index.m_first.push_back(static_cast<std::uint32_t>(at));
    }
    return index;
}

std::span<const InstantId> InstantIndex::of(TrackId track) const {
    if (!track.isValid() || track.index() + 1 >= m_first.size()) {
        return {};
    }
    const std::size_t first = m_first[track.index()];
    return std::span(m_instants).subspan(first, m_first[track.index() + 1] - first);
}

std::span<const InstantId> InstantIndex::from(const Trace& trace, TrackId track, Time time) const {
    const auto all = of(track);
    const auto first = std::partition_point(all.begin(), all.end(), [&](InstantId id) {
        return trace.instants()[id.index()].time < time;
    });
    return {first, all.end()};
}

}  // namespace gaplight
