// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/index/flow_index.h"

#include <algorithm>
#include <tuple>

namespace gaplight {

FlowIndex FlowIndex::build(const Trace& trace) {
    FlowIndex index;
    const auto flows = trace.flows();
    index.m_byTo.reserve(flows.size());
    for (std::size_t i = 0; i < flows.size(); ++i) {
        index.m_byTo.emplace_back(i);
    }
    std::stable_sort(index.m_byTo.begin(), index.m_byTo.end(),
                     [&](FlowId a, FlowId b) { return flows[a.index()].to < flows[b.index()].to; });
    return index;
}

std::span<const Flow> FlowIndex::from(const Trace& trace, SliceId slice) const {
    const auto flows = trace.flows();
    const auto first = std::partition_point(flows.begin(), flows.end(),
                                            [&](const Flow& flow) { return flow.from < slice; });
    const auto last = std::partition_point(first, flows.end(),
                                           [&](const Flow& flow) { return flow.from == slice; });
    return {first, last};
}

std::span<const FlowId> FlowIndex::to(const Trace& trace, SliceId slice) const {
    const auto flows = trace.flows();
    const auto first = std::partition_point(
        m_byTo.begin(), m_byTo.end(), [&](FlowId flow) { return flows[flow.index()].to < slice; });
    const auto last = std::partition_point(
        first, m_byTo.end(), [&](FlowId flow) { return flows[flow.index()].to == slice; });
    return {first, last};
}

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
