// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/fleet/alike_ranks.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "core/base/statistics.h"

namespace gaplight {
namespace {

// Kind, operation and size of the group of each call.
using Operations = std::set<std::tuple<CommKind, std::string_view, std::size_t>>;

Operations operationsOf(const CommCalls& calls) {
    Operations operations;
    for (const CommCall& call : calls.calls) {
        operations.emplace(call.kind, call.operation, calls.groups[call.group].members.size());
    }
    return operations;
}

// What a rank computes and waits in one step.
struct PerStep {
    Duration compute{};
    Duration wait{};
    std::size_t rank = 0;
};

PerStep perStep(const RankSetAnalysis& set, std::size_t rank) {
    const RankTotals& totals = set.totals[rank];
    const auto steps = static_cast<std::int64_t>(std::max<std::size_t>(totals.steps.size(), 1));
    return {totals.compute / steps, totals.wait / steps, rank};
}

// Of equal ranks the one of lower number comes first.
std::pair<Duration, std::size_t> orderOf(const PerStep& rank) {
    return {rank.compute, rank.rank};
}

AlikeRanks groupOf(std::span<PerStep> ranks) {
    AlikeRanks group;
    std::vector<Duration> waits;
    for (const PerStep& rank : ranks) {
        group.ranks.push_back(rank.rank);
        waits.push_back(rank.wait);
    }
    const PerStep& median = lowerMedian(ranks, orderOf);
    group.typical = median.rank;
    group.compute = median.compute;
    group.wait = lowerMedian(waits);
    std::sort(group.ranks.begin(), group.ranks.end());
    return group;
}

bool areFarApart(Duration less, Duration more) {
    return static_cast<double>(ns(more - less)) > kMaxAlikeShare * static_cast<double>(ns(more));
}

}  // namespace

std::vector<AlikeRanks> alikeRanks(const Fleet& fleet) {
    const RankSetAnalysis& set = fleet.analysis;
    std::map<Operations, std::vector<PerStep>> byWork;
    for (std::size_t rank = 0; rank < set.ranks.size(); ++rank) {
        byWork[operationsOf(set.calls[rank])].push_back(perStep(set, rank));
    }
    std::vector<AlikeRanks> groups;
    for (auto& [operations, ranks] : byWork) {
        std::ranges::sort(ranks, {}, orderOf);
        std::size_t begin = 0;
        for (std::size_t at = 1; at <= ranks.size(); ++at) {
            if (at == ranks.size() || areFarApart(ranks[at - 1].compute, ranks[at].compute)) {
                groups.push_back(groupOf(std::span(ranks).subspan(begin, at - begin)));
                begin = at;
            }
        }
    }
    std::sort(groups.begin(), groups.end(), [](const AlikeRanks& a, const AlikeRanks& b) {
        return std::make_pair(b.ranks.size(), a.ranks.front()) <
               std::make_pair(a.ranks.size(), b.ranks.front());
    });
    return groups;
}

}  // namespace gaplight
