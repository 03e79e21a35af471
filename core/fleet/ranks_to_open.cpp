// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/fleet/ranks_to_open.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "core/base/quantity_text.h"
#include "core/base/statistics.h"
#include "core/io/file_content.h"

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

namespace {

// Late ranks and groups each leave room for the other.
constexpr std::size_t kMaxLateToOpen = 4;

class RankChoice {
public:
    RankChoice(const RankSetAnalysis& set, const FleetMeasures& measures)
        : m_set(set), m_measures(measures) {}

    std::vector<RankToOpen> take() {
        chooseStraggler();
        chooseLate();
        chooseWaiting();
        chooseOfSteps();
        chooseTypical();
        return std::move(m_chosen);
    }

private:
    std::string nameOf(std::size_t rank) const {
        return "rank " + std::to_string(m_set.ranks[rank]);
    }

    void add(std::size_t rank, std::string why) {
        const bool isKnown =
            std::any_of(m_chosen.begin(), m_chosen.end(),
                        [&](const RankToOpen& chosen) { return chosen.rank == rank; });
        if (!isKnown && m_chosen.size() < kMaxRanksToOpen) {
            m_chosen.push_back({rank, std::move(why)});
        }
    }

    void chooseStraggler() {
        if (m_set.straggler) {
            add(m_set.straggler->rank,
                "the others wait most for it: " + durationText(m_set.straggler->othersWaited) +
                    " of all ranks");
        }
    }

    void chooseLate() {
        for (std::size_t at = 0; at < std::min(m_measures.late.size(), kMaxLateToOpen); ++at) {
            const LateRank& late = m_measures.late[at];
            add(late.rank, "late into " + countText(late.lateIn, "collective", "collectives") +
                               " by " + durationText(late.lateness) + " in all");
        }
    }

    // Of those that wait for the first one chosen.
    void chooseWaiting() {
        if (m_chosen.empty()) {
            return;
        }
        const std::size_t awaited = m_chosen.front().rank;
        std::size_t longest = awaited;
        Duration most{};
        for (std::size_t rank = 0; rank < m_set.totals.size(); ++rank) {
            const Duration waited = m_set.totals[rank].waitedFor[awaited];
            if (rank != awaited && waited > most) {
                most = waited;
                longest = rank;
            }
        }
        if (longest != awaited) {
            add(longest, "waits longest for " + nameOf(awaited) + ": " + durationText(most));
        }
    }

    void chooseOfSteps() {
        for (const OutlierStep& step : m_measures.steps.outliers) {
            if (step.late) {
                add(*step.late, "late in step " + std::to_string(step.step + 1) + ", which takes " +
                                    durationText(step.length) + " instead of " +
                                    durationText(m_measures.steps.typical));
            }
        }
    }

    void chooseTypical() {
        for (const AlikeRanks& group : m_measures.groups) {
            add(group.typical, "typical of " + countText(group.ranks.size(), "rank", "ranks") +
                                   " that " + (group.ranks.size() == 1 ? "computes " : "compute ") +
                                   durationText(group.compute) + " a step");
        }
    }

    const RankSetAnalysis& m_set;
    const FleetMeasures& m_measures;
    std::vector<RankToOpen> m_chosen;
};

}  // namespace

FleetMeasures measureFleet(const Fleet& fleet) {
    return {lateRanks(fleet.analysis), stepLengths(fleet.analysis), alikeRanks(fleet)};
}

std::vector<RankToOpen> ranksToOpen(const Fleet& fleet, const FleetMeasures& measures) {
    return RankChoice(fleet.analysis, measures).take();
}

std::vector<std::string> tracesToOpen(const Fleet& fleet, const std::vector<RankToOpen>& ranks,
                                      std::vector<std::string>* changed) {
    std::vector<std::string> paths;
    for (const RankToOpen& rank : ranks) {
        const SummarizedTrace& trace = fleet.ranks[rank.rank].summary.trace;
        const auto content = fileContentOf(trace.path);
        if (content && content->ends == trace.ends) {
            paths.push_back(trace.path);
        } else if (changed != nullptr) {
            changed->push_back(trace.path);
        }
    }
    return paths;
}

}  // namespace gaplight
