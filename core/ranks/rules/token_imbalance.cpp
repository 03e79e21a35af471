// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0

// token-imbalance: over all all-to-alls of a group that distribute (AllToAllSizes), the largest sum
// of bytes that a rank receives / the mean. Its price is a replay in which each rank works as much
// as the mean, since tokens do not vanish. Fires if it is at least 1 + min_excess and the ranks'
// exposed waits in the group's communication are at least min_waits of the recorded time of all
// ranks.
#include <array>
#include <utility>

#include "core/analysis/ranks/collective_rates.h"
#include "core/ranks/rules/rank_rules.h"

namespace gaplight {
namespace {

constexpr std::array kTokenThresholds{
    Threshold{"min_excess", ThresholdUnit::Share, percent(20),
              "by which a rank receives more than the mean",
              "routing of a few thousand tokens varies by some 10 %"},
    Threshold{"min_waits", ThresholdUnit::Share, percent(1),
              "of the recorded time of all ranks that they wait with nothing else to run",
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
    DeclaredValue{"before", QuantityKind::Nanoseconds, true},
    DeclaredValue{"after", QuantityKind::Nanoseconds, true},
    DeclaredValue{"unshortened", QuantityKind::Nanoseconds, true},
    DeclaredValue{"unprofiled", QuantityKind::Nanoseconds, true},
    DeclaredValue{"explains", QuantityKind::Nanoseconds, true},
    DeclaredValue{"lateness", QuantityKind::Nanoseconds, true},
};

RankRuleResult findTokenImbalance(const RankRuleInput& input) {
    const RankSetAnalysis& set = input.set.analysis;
    RankRuleResult result;
    bool hasAny = false;
    std::optional<JointAnswer> price;  // of all groups together
    for (AllToAllSizes& sizes : allToAllSizes(set)) {
        if (set.communicators[sizes.communicator].ranks.size() < 2) {
            continue;
        }
        hasAny = true;
        const std::size_t rank = sizes.mostReceived();
        const std::int64_t most = sizes.received[rank];
        const std::int64_t mean = sizes.meanReceived(set);
        if (!input.settings.reaches("min_excess", Duration(most - mean), Duration(mean)) ||
            !input.settings.reaches("min_waits", sizes.waits, recordedTime(set))) {
            continue;
        }
        if (!price) {
            const bool isKnown = input.stragglerCost != nullptr && input.stragglerCost->isTrusted &&
                                 input.stragglerCost->kind == JointEdit::Kind::BalanceTokens;
            price = isKnown ? *input.stragglerCost
                            : priceOf(input, {JointEdit::Kind::BalanceTokens, 0});
        }
        RankFinding finding;
        finding.rank = rank;
        finding.cost = sizes.waits;
        finding.severity = Severity::Warning;
        FindingValues& values = finding.values;
        values.set("name", "Rank " + std::to_string(input.set.ranks[rank].rank));
        values.set("group", set.communicators[sizes.communicator].label());
        values.set("excess", ShareValue{most - mean, mean});
        values.set("received", ByteCount{most});
        values.set("mean", ByteCount{mean});
        values.setCount("operations", sizes.operations.size());
        values.set("waits", sizes.waits);
        values.set("wait_share", shareOf(sizes.waits, recordedTime(set)));
        setExplained(input, rank, LatenessPart::MoreWork, finding);
        if (price) {
            setPrice(*price, values);
            finding.severity = severityOf(*price);
        }
        finding.collectives = std::move(sizes.operations);
        result.findings.push_back(std::move(finding));
    }
    if (!hasAny) {
        result.notApplicable = "there is no all-to-all whose sizes are recorded";
    }
    return result;
}

}  // namespace

const RankRule& tokenImbalanceRule() {
    static const RankRule kRule{{.id = "token-imbalance",
                                 .name = "Experts of unequal load",
                                 .question = "Does one rank receive more tokens than the others?",
                                 .thresholds = kTokenThresholds,
                                 .values = kTokenValues},
                                findTokenImbalance};
    return kRule;
}

}  // namespace gaplight
