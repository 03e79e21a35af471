// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0

// exposed-group: per process group, the time of its ranks in which data moves for it (from the last
// arrival on) and nothing else runs. Fires if that is at least min_share of the recorded time of
// the group's ranks. One finding for each group, so for each way of parallelism.
#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "core/ranks/rules/rank_rules.h"

namespace gaplight {
namespace {

constexpr std::array kExposedThresholds{
    Threshold{"min_share", ThresholdUnit::Share, percent(5),
              "of the time of a group's ranks in which only its data moves",
              "a tenth of it is what a good overlap leaves"},
};

constexpr std::array kExposedValues{
    DeclaredValue{"group", QuantityKind::Text},
    DeclaredValue{"ranks", QuantityKind::Count},
    DeclaredValue{"operations", QuantityKind::List},
    DeclaredValue{"exposed", QuantityKind::Nanoseconds},
    DeclaredValue{"share", QuantityKind::Share},
    DeclaredValue{"transfer", QuantityKind::Nanoseconds},
    DeclaredValue{"waiting", QuantityKind::Nanoseconds, true},
    DeclaredValue{"fix", QuantityKind::Case, false, "reduce gather experts pipeline other"},
};

struct OperationTransfer {
    Duration exposed{};
    bool isSendReceive = false;
};

struct GroupTransfer {
    std::vector<const RankPart*> parts;
    std::map<std::string, OperationTransfer> operations;
    std::vector<std::pair<Duration, std::size_t>> places;
};

void addTransfer(const RankSetAnalysis& set, std::size_t at, GroupTransfer& group) {
    const JointCollective& joint = set.collectives[at];
    Duration exposedHere{};
    for (const RankPart& part : joint.parts) {
        group.parts.push_back(&part);
        exposedHere +=
            part.moving().length() - set.timelines[part.rank].compute.within(part.moving());
    }
    OperationTransfer& operation = group.operations[std::string(joint.operation)];
    operation.exposed += exposedHere;
    operation.isSendReceive = joint.isSendReceive;
    group.places.emplace_back(-exposedHere, at);
}

// Advice by the operation that is exposed most.
CaseName cureOf(const GroupTransfer& group) {
    const auto most = std::max_element(
        group.operations.begin(), group.operations.end(),
        [](const auto& a, const auto& b) { return a.second.exposed < b.second.exposed; });
    const std::string& name = most->first;
    const auto has = [&](std::string_view part) { return name.find(part) != std::string::npos; };
    return CaseName{most->second.isSendReceive               ? "pipeline"
                    : has("all_to_all") || has("alltoall")   ? "experts"
                    : has("gather") || has("reduce_scatter") ? "gather"
                    : has("allreduce") || has("all_reduce")  ? "reduce"
                                                             : "other"};
}

RankFinding findingOf(const RankSetAnalysis& set, std::size_t number, GroupTransfer group,
                      const TransferSums& sums, Duration recorded) {
    const Communicator& communicator = set.communicators[number];
    RankFinding finding;
    finding.cost = sums.exposed;
    finding.severity = sums.exposed * 10 >= recorded ? Severity::Warning : Severity::Info;
    FindingValues& values = finding.values;
    values.set("group", communicator.label());
    values.setCount("ranks", communicator.ranks.size());
    TextList names;
    for (const auto& [name, transfer] : group.operations) {
        names.push_back(name);
    }
    values.set("operations", std::move(names));
    values.set("exposed", sums.exposed);
    values.set("share", shareOf(sums.exposed, recorded));
    values.set("transfer", sums.transfer);
    if (const Duration waiting = sumWaits(set, std::move(group.parts)).exposed;
        waiting > Duration{}) {
        values.set("waiting", waiting);
    }
    values.set("fix", cureOf(group));
    std::stable_sort(group.places.begin(), group.places.end());
    for (const auto& [exposed, at] : group.places) {
        finding.collectives.push_back(at);
    }
    return finding;
}

RankRuleResult findExposedGroups(const RankRuleInput& input) {
    const RankSetAnalysis& set = input.set.analysis;
    if (set.collectives.empty()) {
        return {{}, "no communication of two ranks could be matched"};
    }
    std::vector<GroupTransfer> groups(set.communicators.size());
    for (std::size_t at = 0; at < set.collectives.size(); ++at) {
        addTransfer(set, at, groups[set.collectives[at].communicator]);
    }
    RankRuleResult result;
    for (std::size_t number = 0; number < groups.size(); ++number) {
        Duration recorded{};
        for (const std::size_t rank : set.communicators[number].ranks) {
            recorded += set.totals[rank].recorded.length();
        }
        const TransferSums sums = sumTransfers(set, groups[number].parts);
        if (input.settings.reaches("min_share", sums.exposed, recorded)) {
            result.findings.push_back(
                findingOf(set, number, std::move(groups[number]), sums, recorded));
        }
    }
    return result;
}

}  // namespace

const RankRule& exposedGroupRule() {
    static const RankRule kRule{
        {.id = "exposed-group",
         .name = "Communication of a group, exposed",
         .question = "Which process group moves data while nothing else runs?",
         .thresholds = kExposedThresholds,
         .values = kExposedValues},
        findExposedGroups};
    return kRule;
}

}  // namespace gaplight
