// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0

// token-imbalance: over all all-to-alls of a group, the largest sum of bytes that a rank receives /
// the mean. Fires if it is at least 1 + min_excess and the ranks' exposed waits in the group's
// communication are at least min_waits of the recorded time of all ranks.
#include <algorithm>
#include <array>
#include <numeric>

#include "core/ranks/rules/rank_rules.h"

namespace gaplight {
namespace {

constexpr std::array kTokenThresholds{
    Threshold{"min_excess", ThresholdUnit::Share, percent(20),
              "by which a rank receives more than the mean",
              "routing of a few thousand tokens varies by some 10 %"},
    Threshold{"min_waits", ThresholdUnit::Share, percent(1),
              "of the time of all ranks that they wait with nothing else to run",
              "less does not show in a step"},
};

constexpr std::array kTokenValues{
    DeclaredValue{"name", QuantityKind::Text},
    DeclaredValue{"group", QuantityKind::Text},
    DeclaredValue{"excess", QuantityKind::Share},
    DeclaredValue{"received", QuantityKind::Bytes},
    DeclaredValue{"mean", QuantityKind::Bytes},
    DeclaredValue{"operations", QuantityKind::Count},
    DeclaredValue{"waits", QuantityKind::Nanoseconds},
    DeclaredValue{"wait_share", QuantityKind::Share},
};

bool isAllToAll(const JointCollective& joint) {
    return joint.operation.find("all_to_all") != std::string_view::npos ||
           joint.operation.find("alltoall") != std::string_view::npos;
}

struct Received {
    std::vector<std::int64_t> bytes;  // by rank
    std::vector<std::size_t> operations;
    Duration waits{};  // in all communication of the group
};

Received receivedIn(const RankSetAnalysis& set, std::size_t group) {
    Received received{std::vector<std::int64_t>(set.ranks.size(), 0), {}, {}};
    for (std::size_t at = 0; at < set.collectives.size(); ++at) {
        const JointCollective& joint = set.collectives[at];
        if (joint.communicator != group || joint.isSendReceive) {
            continue;
        }
        const std::int64_t size = bytesOfType(joint.type);
        for (const RankPart& part : joint.parts) {
            received.waits += part.exposedWait;
            const std::int64_t elements = set.calls[part.rank].calls[part.call].outputs;
            received.bytes[part.rank] +=
                isAllToAll(joint) && elements > 0 && size > 0 ? elements * size : 0;
        }
        if (isAllToAll(joint)) {
            received.operations.push_back(at);
        }
    }
    return received;
}

RankRuleResult findTokenImbalance(const RankRuleInput& input) {
    const RankSetAnalysis& set = input.set.analysis;
    RankRuleResult result;
    bool hasAny = false;
    for (std::size_t group = 0; group < set.communicators.size(); ++group) {
        Received received = receivedIn(set, group);
        const std::int64_t all =
            std::accumulate(received.bytes.begin(), received.bytes.end(), std::int64_t{0});
        const std::size_t members = set.communicators[group].ranks.size();
        if (all == 0 || members < 2) {
            continue;
        }
        hasAny = true;
        const auto most = std::max_element(received.bytes.begin(), received.bytes.end());
        const std::int64_t mean = all / static_cast<std::int64_t>(members);
        if (!input.settings.reaches("min_excess", Duration(*most - mean), Duration(mean)) ||
            !input.settings.reaches("min_waits", received.waits, recordedTime(set))) {
            continue;
        }
        RankFinding finding;
        finding.rank = static_cast<std::size_t>(most - received.bytes.begin());
        finding.cost = received.waits;
        finding.severity = Severity::Warning;
        FindingValues& values = finding.values;
        values.set("name", "Rank " + std::to_string(input.set.ranks[*finding.rank].rank));
        values.set("group", set.communicators[group].label());
        values.set("excess", ShareValue{*most - mean, mean});
        values.set("received", ByteCount{*most});
        values.set("mean", ByteCount{mean});
        values.setCount("operations", received.operations.size());
        values.set("waits", received.waits);
        values.set("wait_share", shareOf(received.waits, recordedTime(set)));
        finding.collectives = std::move(received.operations);
        result.findings.push_back(std::move(finding));
    }
    if (!hasAny) {
        result.notApplicable = "there is no all-to-all whose sizes are recorded";
    }
    return result;
}

}  // namespace

const RankRule& tokenImbalanceRule() {
    static const RankRule kRule{"token-imbalance",
                                "Experts of unequal load",
                                "Does one rank receive more tokens than the others?",
                                kTokenThresholds,
                                findTokenImbalance,
                                kTokenValues};
    return kRule;
}

}  // namespace gaplight
