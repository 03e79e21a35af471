// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/ranks/all_to_all_sizes.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace gaplight {
namespace {

bool isAllToAll(const JointCollective& joint) {
    return joint.operation.find("all_to_all") != std::string_view::npos ||
           joint.operation.find("alltoall") != std::string_view::npos;
}

std::int64_t sumOf(const std::vector<std::int64_t>& bytes) {
    return std::accumulate(bytes.begin(), bytes.end(), std::int64_t{0});
}

}  // namespace

std::int64_t AllToAllSizes::meanReceived(const RankSetAnalysis& set) const {
    const auto members = static_cast<std::int64_t>(set.communicators[communicator].ranks.size());
    return members == 0 ? 0 : sumOf(received) / members;
}

std::size_t AllToAllSizes::mostReceived() const {
    return static_cast<std::size_t>(std::max_element(received.begin(), received.end()) -
                                    received.begin());
}

std::vector<AllToAllSizes> allToAllSizes(const RankSetAnalysis& set) {
    std::vector<AllToAllSizes> all(set.communicators.size());
    for (std::size_t group = 0; group < all.size(); ++group) {
        all[group].communicator = group;
        all[group].sent.assign(set.ranks.size(), 0);
        all[group].received.assign(set.ranks.size(), 0);
    }
    for (std::size_t at = 0; at < set.collectives.size(); ++at) {
        const JointCollective& joint = set.collectives[at];
        if (joint.isSendReceive) {
            continue;
        }
        AllToAllSizes& sizes = all[joint.communicator];
        const std::int64_t size = isAllToAll(joint) ? bytesOfType(joint.type) : 0;
        for (const RankPart& part : joint.parts) {
            const CommCall& call = set.calls[part.rank].calls[part.call];
            sizes.waits += part.exposedWait;
            sizes.sent[part.rank] += std::max<std::int64_t>(call.inputs, 0) * size;
            sizes.received[part.rank] += std::max<std::int64_t>(call.outputs, 0) * size;
        }
        if (isAllToAll(joint)) {
            sizes.operations.push_back(at);
        }
    }
    std::erase_if(all, [](const AllToAllSizes& sizes) { return sumOf(sizes.received) == 0; });
    return all;
}

}  // namespace gaplight
