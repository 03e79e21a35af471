// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/index/flow_index.h"

#include <algorithm>

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

}  // namespace gaplight
