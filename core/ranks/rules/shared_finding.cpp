// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0

// shared-finding: what the rules about one trace find on many ranks. Judged are the ranks that do
// not wait for others for half of their time, since their own findings are hidden in these waits;
// where all wait, all are. Fires for a rule of which at least min_ranks of them, and at least two
// if there are as many, have a finding of at least Warning; the share of a rank is the sum of its
// findings' savings. Rules about other ranks and about a whole GPU are left out: the joint rules
// judge these. The price is a replay of all ranks in which each that has such findings is without
// them, and without those of the rules before, which gain more. What gains less than min_gain is
// left to the reports of the ranks.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/quantity_text.h"
#include "core/detectors/engine/detector.h"
#include "core/detectors/engine/rules.h"
#include "core/ranks/rules/rank_rules.h"

namespace gaplight {
namespace {

constexpr std::array kSharedThresholds{
    Threshold{"min_ranks", ThresholdUnit::Share, percent(50),
              "of the ranks that do not mostly wait, which have the finding by themselves",
              "what fewer have is a matter of these ranks, which their own reports show"},
    Threshold{"min_gain", ThresholdUnit::Share, percent(1) / 10,
              "of the run that is gained without it on all of these ranks",
              "less is of no use while another cause holds the ranks up"},
};

constexpr std::array kSharedValues{
    DeclaredValue{"name", QuantityKind::Text},
    DeclaredValue{"rule", QuantityKind::Text},
    DeclaredValue{"ranks", QuantityKind::Count},
    DeclaredValue{"all", QuantityKind::Count},
    DeclaredValue{"waiting", QuantityKind::Count, true},
    DeclaredValue{"range", QuantityKind::Case, false, "one alike several"},
    DeclaredValue{"without", QuantityKind::Case, false, "one several more"},
    DeclaredValue{"beyond", QuantityKind::List, true},
    DeclaredValue{"low", QuantityKind::Share},
    DeclaredValue{"high", QuantityKind::Share},
    DeclaredValue{"rank", QuantityKind::Text},
    DeclaredValue{"finding", QuantityKind::Text},
    DeclaredValue{"advice", QuantityKind::Text},
    DeclaredValue{"before", QuantityKind::Nanoseconds, true},
    DeclaredValue{"after", QuantityKind::Nanoseconds, true},
    DeclaredValue{"unshortened", QuantityKind::Nanoseconds, true},
    DeclaredValue{"unprofiled", QuantityKind::Nanoseconds, true},
};

bool mostlyWaits(const RankTotals& totals) {
    return totals.exposedWait * 2 > totals.recorded.length();
}

// By rank: whether its own findings are judged.
std::vector<bool> judgedRanks(const RankSetAnalysis& set) {
    std::vector<bool> isJudged;
    for (const RankTotals& totals : set.totals) {
        isJudged.push_back(!mostlyWaits(totals));
    }
    const bool hasAny = std::ranges::find(isJudged, true) != isJudged.end();
    return hasAny ? isJudged : std::vector<bool>(isJudged.size(), true);
}

// The findings of one rule on one rank.
struct OwnFindings {
    std::size_t rank = 0;
    Duration saving{};
    double share = 0;
    const Finding* largest = nullptr;
    std::vector<ReplayEdit> edits;
};

OwnFindings findingsOf(const Session& session, std::size_t rank, std::string_view rule) {
    OwnFindings own;
    own.rank = rank;
    for (const Finding& finding : session.findings.findings) {
        if (finding.rule != rule || finding.severity > Severity::Warning || finding.partOf ||
            finding.cost.saving.value_or(Duration{}) <= Duration{}) {
            continue;
        }
        own.saving += *finding.cost.saving;
        own.share += finding.cost.savingShare;
        if (own.largest == nullptr || *finding.cost.saving > *own.largest->cost.saving) {
            own.largest = &finding;
        }
        own.edits.insert(own.edits.end(), finding.edits.begin(), finding.edits.end());
    }
    return own;
}

// A rule, and its findings on the ranks that have any.
struct SharedRule {
    const Detector* rule = nullptr;
    std::vector<OwnFindings> ranks;
    Duration saving{};  // of all of them, by themselves
};

// Of most saving first.
std::vector<SharedRule> sharedRules(const RankRuleInput& input, const std::vector<bool>& isJudged) {
    const auto judged = std::ranges::count(isJudged, true);
    std::vector<SharedRule> shared;
    for (const Detector* rule : detectors()) {
        if (rule->idleClass == IdleClass::Rank || rule->isSummary) {
            continue;
        }
        SharedRule found{rule, {}, {}};
        std::int64_t having = 0;
        for (std::size_t rank = 0; rank < isJudged.size(); ++rank) {
            OwnFindings own = findingsOf(*input.set.ranks[rank].session, rank, rule->id);
            if (own.largest != nullptr) {
                having += isJudged[rank] ? 1 : 0;
                addClamped(found.saving, own.saving);
                found.ranks.push_back(std::move(own));
            }
        }
        if (having >= std::min<std::int64_t>(2, judged) &&
            input.settings.reaches("min_ranks", Duration(having), Duration(judged))) {
            shared.push_back(std::move(found));
        }
    }
    std::ranges::stable_sort(shared, std::ranges::greater{}, &SharedRule::saving);
    return shared;
}

ShareValue shareValue(double share) {
    return shareOfPpm(std::llround(share * 1e6));
}

RankFinding findingOf(const RankRuleInput& input, const SharedRule& shared,
                      const std::vector<bool>& isJudged) {
    const auto [low, high] = std::ranges::minmax_element(shared.ranks, {}, &OwnFindings::share);
    RankFinding finding;
    FindingValues& values = finding.values;
    values.set("name", std::string(shared.rule->name));
    values.set("rule", std::string(shared.rule->id));
    values.setCount("ranks", shared.ranks.size());
    values.setCount("all", isJudged.size());
    const auto hidden = std::ranges::count(isJudged, false) -
                        std::ranges::count_if(shared.ranks, [&](const OwnFindings& own) {
                            return !isJudged[own.rank];
                        });
    if (hidden > 0) {
        values.setCount("waiting", static_cast<std::uint64_t>(hidden));
    }
    const bool isRange = percentText(low->share) != percentText(high->share);
    values.set("range", CaseName{shared.ranks.size() == 1 ? "one" : isRange ? "several" : "alike"});
    values.set("without", CaseName{shared.ranks.size() > 1 ? "several" : "one"});
    values.set("low", shareValue(low->share));
    values.set("high", shareValue(high->share));
    values.set("rank", rankName(input.set, high->rank));
    values.set("finding", high->largest->title);
    values.set("advice", high->largest->fix);
    finding.severity = Severity::Warning;
    finding.cost = shared.saving;
    return finding;
}

// What `answer` gains beyond `before`, the findings that were priced before.
JointAnswer beyond(JointAnswer answer, const JointAnswer& before) {
    const auto moreThan = [](Duration all, Duration earlier) {
        return std::max(Duration{}, all - earlier);
    };
    answer.before = before.after;
    answer.saving = moreThan(answer.saving, before.saving);
    if (answer.unprofiledSaving && before.unprofiledSaving) {
        answer.unprofiledSaving = moreThan(*answer.unprofiledSaving, *before.unprofiledSaving);
    }
    return answer;
}

RankRuleResult findShared(const RankRuleInput& input) {
    const std::vector<bool> isJudged = judgedRanks(input.set.analysis);
    RankRuleResult result;
    std::vector<std::vector<ReplayEdit>> edits(isJudged.size());
    std::optional<JointAnswer> before;
    TextList beyondOf;
    for (SharedRule& shared : sharedRules(input, isJudged)) {
        RankFinding finding = findingOf(input, shared, isJudged);
        for (OwnFindings& own : shared.ranks) {
            edits[own.rank].insert(edits[own.rank].end(), own.edits.begin(), own.edits.end());
        }
        const std::optional<JointAnswer> all = priceOf(input, {JointEdit::Kind::OfRanks, 0, edits});
        if (all) {
            const JointAnswer price = before ? beyond(*all, *before) : *all;
            if (!input.settings.reaches("min_gain", price.saving, all->before.window)) {
                continue;
            }
            setPrice(price, finding.values);
            if (before) {
                finding.values.set("without", CaseName{"more"});
                finding.values.set("beyond", beyondOf);
            }
            beyondOf.push_back("`" + std::string(shared.rule->id) + "`");
            finding.severity = severityOf(price);
            finding.cost = price.saving * static_cast<std::int64_t>(isJudged.size());
            before = all;
        }
        result.findings.push_back(std::move(finding));
    }
    return result;
}

}  // namespace

const RankRule& sharedFindingRule() {
    static const RankRule kRule{{.id = "shared-finding",
                                 .name = "Finding of several ranks",
                                 .question = "What do the ranks have in common?",
                                 .thresholds = kSharedThresholds,
                                 .values = kSharedValues},
                                findShared};
    return kRule;
}

}  // namespace gaplight
