// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/ranks/pipeline_stages.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace gaplight {
namespace {

// Of the first message between two ranks: the receivers of each sender.
using Routes = std::map<std::size_t, std::set<std::size_t>>;

Routes firstRoutes(std::span<const JointCollective> collectives) {
    std::set<std::pair<std::size_t, std::size_t>> known;
    Routes routes;
    for (const JointCollective& joint : collectives) {
        if (joint.isSendReceive && known.insert(std::minmax(joint.sender, joint.receiver)).second) {
            routes[joint.sender].insert(joint.receiver);
            routes[joint.receiver];
        }
    }
    return routes;
}

// Removes the ranks that are connected with the first one from `routes`.
std::set<std::size_t> takeConnected(const Routes& routes, std::set<std::size_t>& left) {
    std::map<std::size_t, std::set<std::size_t>> neighbors;
    for (const auto& [sender, receivers] : routes) {
        for (const std::size_t receiver : receivers) {
            neighbors[sender].insert(receiver);
            neighbors[receiver].insert(sender);
        }
    }
    std::set<std::size_t> connected;
    std::vector<std::size_t> next{*left.begin()};
    while (!next.empty()) {
        const std::size_t rank = next.back();
        next.pop_back();
        if (left.erase(rank) > 0) {
            connected.insert(rank);
            next.insert(next.end(), neighbors[rank].begin(), neighbors[rank].end());
        }
    }
    return connected;
}

// Always the lowest rank that no rank left sends to; of a ring the lowest one.
Pipeline inOrder(const Routes& routes, std::set<std::size_t> ranks) {
    Pipeline stages;
    while (!ranks.empty()) {
        std::set<std::size_t> receivers;
        for (const std::size_t rank : ranks) {
            receivers.insert(routes.at(rank).begin(), routes.at(rank).end());
        }
        const auto first = std::find_if(ranks.begin(), ranks.end(), [&](std::size_t rank) {
            return receivers.count(rank) == 0;
        });
        const std::size_t stage = first == ranks.end() ? *ranks.begin() : *first;
        stages.push_back(stage);
        ranks.erase(stage);
    }
    return stages;
}

}  // namespace

std::vector<Pipeline> findPipelines(std::span<const JointCollective> collectives) {
    const Routes routes = firstRoutes(collectives);
    std::set<std::size_t> left;
    for (const auto& [rank, receivers] : routes) {
        left.insert(rank);
    }
    std::vector<Pipeline> pipelines;
    while (!left.empty()) {
        pipelines.push_back(inOrder(routes, takeConnected(routes, left)));
    }
    return pipelines;
}

}  // namespace gaplight
