// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/ranks/communicator_link.h"

#include <algorithm>
#include <set>
#include <string_view>

#include "core/analysis/kernels/gpu_peaks.h"
#include "core/base/quantity_text.h"
#include "core/index/device_properties.h"

namespace gaplight {
namespace {

const Trace& traceOf(const RankSet& set, std::size_t rank) {
    return *set.ranks[rank].session->trace;
}

// Empty: not recorded.
std::string_view gpuNameOf(const RankSet& set, std::size_t rank) {
    const std::optional<GpuId> gpu = set.analysis.calls[rank].gpu;
    const DeviceProperties* properties = gpu ? propertiesOf(traceOf(set, rank), *gpu) : nullptr;
    return properties == nullptr ? std::string_view{} : properties->name;
}

// Why the ranks may be on several hosts; empty: they are on one.
std::string otherHosts(const RankSet& set, const Communicator& communicator) {
    std::set<std::string_view> hosts;
    std::size_t gpus = 0;
    for (const std::size_t rank : communicator.ranks) {
        const TraceFacts& facts = traceOf(set, rank).facts();
        hosts.insert(facts.host);
        gpus = std::max(gpus, facts.devices.size());
    }
    std::vector<int> members = communicator.members;
    for (const std::size_t rank : communicator.ranks) {
        members.push_back(set.ranks[rank].rank);
    }
    if (hosts.size() > 1 && !hosts.contains("")) {
        return "its ranks are on " + countText(hosts.size()) + " hosts";
    }
    const bool areAllRecorded = communicator.members.size() <= communicator.ranks.size();
    if (hosts.size() == 1 && !hosts.contains("") && areAllRecorded) {
        return "";
    }
    const auto block = static_cast<int>(gpus);
    const bool isOneBlock =
        block > 1 && std::all_of(members.begin(), members.end(), [&](int member) {
            return member >= 0 && member / block == members.front() / block;
        });
    return isOneBlock ? "" : "its ranks may be on several hosts";
}

CommunicatorLink linkOfGroup(const RankSet& set, const Communicator& communicator) {
    CommunicatorLink link;
    if (communicator.ranks.empty()) {
        link.unknown = "none of its ranks is here";
        return link;
    }
    const std::string_view name = gpuNameOf(set, communicator.ranks.front());
    const GpuPeaks* peaks = gpuPeaksOf(name);
    link.unknown = otherHosts(set, communicator);
    if (!link.unknown.empty()) {
        return link;
    }
    if (std::any_of(communicator.ranks.begin(), communicator.ranks.end(),
                    [&](std::size_t rank) { return gpuNameOf(set, rank) != name; })) {
        link.unknown = "its GPUs differ";
    } else if (name.empty()) {
        link.unknown = "the traces do not name the GPU";
    } else if (peaks == nullptr || peaks->link.empty()) {
        link.unknown = "no figure is known of " + std::string(name);
    } else {
        link.name = peaks->link;
        link.source = peaks->source;
        link.bytes =
            peaks->linkBytesIn(std::max(communicator.members.size(), communicator.ranks.size()));
        link.peerBytes = peaks->linkBytesIn(2);
    }
    return link;
}

}  // namespace

std::vector<CommunicatorLink> communicatorLinks(const RankSet& set) {
    std::vector<CommunicatorLink> links;
    for (const Communicator& communicator : set.analysis.communicators) {
        links.push_back(linkOfGroup(set, communicator));
    }
    return links;
}

}  // namespace gaplight
