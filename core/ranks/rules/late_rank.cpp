// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0

// late-rank: the straggler, if it is late in some collective. What the others wait for it =
// Straggler::othersWaited; its share is of the recorded time of all ranks, at least min_share. The
// cause is the largest part of its lateness (lateness.h). What a rank is late by because its
// capture began later is no fault of the program, and Info.
#include <algorithm>
#include <array>

#include "core/analysis/torch/kernel_group.h"
#include "core/base/quantity_text.h"
#include "core/base/share.h"
#include "core/base/statistics.h"
#include "core/ranks/rules/rank_rules.h"

namespace gaplight {
namespace {

constexpr std::array kLateThresholds{
    Threshold{"min_share", ThresholdUnit::Share, percent(1),
              "of the recorded time of all ranks that is spent waiting for the late one",
              "a straggler is named from 2 % on; less is the jitter of launches"},
};

constexpr std::array kLateValues{
    DeclaredValue{"name", QuantityKind::Text},
    DeclaredValue{"rank", QuantityKind::Text},
    DeclaredValue{"late", QuantityKind::Count},
    DeclaredValue{"collectives", QuantityKind::Count},
    DeclaredValue{"waited", QuantityKind::Nanoseconds},
    DeclaredValue{"share", QuantityKind::Share},
    DeclaredValue{"lead", QuantityKind::Nanoseconds},
    DeclaredValue{"lateness", QuantityKind::Nanoseconds},
    DeclaredValue{"parts", QuantityKind::Rows, false,
                  "more-work slower-kernels host host-held-up own-waiting capture-start unknown"},
    DeclaredValue{"time", QuantityKind::Nanoseconds, true},
    DeclaredValue{"work", QuantityKind::List, true},
    DeclaredValue{"place", QuantityKind::Text, true},
    DeclaredValue{"longer", QuantityKind::Nanoseconds, true},
    DeclaredValue{"places", QuantityKind::List, true},
    DeclaredValue{"factor", QuantityKind::Number, true},
    DeclaredValue{"before", QuantityKind::Nanoseconds, true},
    DeclaredValue{"after", QuantityKind::Nanoseconds, true},
    DeclaredValue{"unshortened", QuantityKind::Nanoseconds, true},
    DeclaredValue{"unprofiled", QuantityKind::Nanoseconds, true},
    DeclaredValue{"cause", QuantityKind::Case, false,
                  "more-work slower-kernels host host-everywhere host-held-up own-waiting "
                  "capture-start unknown"},
    DeclaredValue{"fix", QuantityKind::Case, false,
                  "more-work slower-kernels host host-everywhere host-held-up own-waiting "
                  "capture-start unknown"},
    DeclaredValue{"without", QuantityKind::Case, false, "lateness tokens"},
    DeclaredValue{"confidence", QuantityKind::Case, true, "no-cost recording"},
};

// By the share of the run that would be gained, else of the time that is waited.
Severity severityOf(const RankRuleInput& input, Duration waited) {
    if (input.stragglerCost != nullptr && input.stragglerCost->isTrusted) {
        return severityOf(*input.stragglerCost);
    }
    return reachesPercent(waited, recordedTime(input.set.analysis), 1) ? Severity::Warning
                                                                       : Severity::Info;
}

// Whether its host may be slow only while it is recorded: it takes longer where it records, by
// hardly more than recording may take, and without that nothing is gained.
bool mayBeRecording(const RankRuleInput& input) {
    const Lateness& late = *input.lateness;
    if (late.largest() != LatenessPart::Host || late.host.all <= Duration{} ||
        reachesPercent(late.host.beyondRecording, late.host.all, 10) || input.replay == nullptr ||
        !input.replay->isTrusted()) {
        return false;
    }
    const std::optional<Duration> cost = certainHostCost(*input.replay, late.rank);
    return cost && !reachesPercent(*cost, input.replay->unchanged()->window, 1);
}

// "80 more `gemm_kernel`", "longer `gemm_kernel`".
TextList workTexts(const Lateness& lateness) {
    TextList texts;
    for (const MoreOfKernel& kernel : lateness.work) {
        texts.push_back((kernel.runs > 0
                             ? countText(static_cast<std::uint64_t>(kernel.runs)) + " more `"
                             : std::string("longer `")) +
                        shortKernelName(kernel.name) + "`");
    }
    return texts;
}

// Where its host takes longer: one annotation, or several with their times.
void setPlaces(const HostExcess& host, FindingValues& values) {
    if (host.isOnePlace) {
        values.set("place", host.places.front().name);
        values.set("longer", host.places.front().time);
        return;
    }
    TextList places;
    for (const PlaceExcess& place : host.places) {
        places.push_back(durationText(place.time) + " in `" + place.name + "`");
    }
    values.set("places", std::move(places));
}

// Sets cause and parts; the texts leave out parts that are less than 1 % of it.
void setParts(const Lateness& lateness, RankFinding& finding) {
    ValueRows rows;
    for (std::size_t at = 0; at < lateness.parts.size(); ++at) {
        const auto part = static_cast<LatenessPart>(at);
        const Duration time = lateness.of(part);
        finding.parts.emplace_back(part, time);
        if (time > Duration{} && reachesPercent(time, lateness.total(), 1)) {
            FindingValues& row = rows.emplace_back();
            row.set(kRowCase, CaseName{latenessPartName(part)});
            row.set("time", time);
            row.set("work", part == LatenessPart::MoreWork ? workTexts(lateness) : TextList{});
        }
    }
    const bool isEverywhere = lateness.largest() == LatenessPart::Host && lateness.host.factor > 1;
    const CaseName largest{isEverywhere ? "host-everywhere" : latenessPartName(lateness.largest())};
    setPlaces(lateness.host, finding.values);
    if (isEverywhere) {
        finding.values.set("factor", lateness.host.factor);
    }
    finding.values.set("lateness", lateness.total());
    finding.values.set("parts", std::move(rows));
    finding.values.set("cause", largest);
    finding.values.set("fix", largest);
}

RankRuleResult findLateRank(const RankRuleInput& input) {
    const RankSetAnalysis& set = input.set.analysis;
    if (set.collectives.empty()) {
        return {{}, "no communication of two ranks could be matched"};
    }
    if (!set.straggler || set.totals[set.straggler->rank].lateIn == 0 ||
        !input.settings.reaches("min_share", set.straggler->othersWaited, recordedTime(set))) {
        return {};
    }
    const Straggler& straggler = *set.straggler;
    RankFinding finding;
    finding.rank = straggler.rank;
    finding.cost = straggler.othersWaited;
    std::vector<Duration> leads;
    std::uint64_t joined = 0;
    for (std::size_t at = 0; at < set.collectives.size(); ++at) {
        const JointCollective& joint = set.collectives[at];
        joined += !joint.isSendReceive && joint.partOf(straggler.rank) != nullptr ? 1 : 0;
        if (joint.isLate && joint.last == straggler.rank) {
            finding.collectives.push_back(at);
            leads.push_back(joint.lead);
        }
    }
    std::stable_sort(finding.collectives.begin(), finding.collectives.end(),
                     [&](std::size_t a, std::size_t b) {
                         return set.collectives[a].lead > set.collectives[b].lead;
                     });
    const bool isDoubtful = mayBeRecording(input);
    finding.severity = isDoubtful || input.lateness->largest() == LatenessPart::CaptureStart
                           ? Severity::Info
                           : severityOf(input, finding.cost);
    FindingValues& values = finding.values;
    values.set("name", "Rank " + std::to_string(input.set.ranks[straggler.rank].rank));
    values.set("rank", rankName(input.set, straggler.rank));
    values.setCount("late", leads.size());
    values.setCount("collectives", joined);
    values.set("waited", straggler.othersWaited);
    values.set("share", shareOf(straggler.othersWaited, recordedTime(set)));
    values.set("lead", lowerMedian(leads));
    setParts(*input.lateness, finding);
    if (input.stragglerCost != nullptr && input.stragglerCost->isTrusted) {
        setPrice(*input.stragglerCost, values);
        values.set("without", CaseName{input.stragglerCost->kind == JointEdit::Kind::BalanceTokens
                                           ? "tokens"
                                           : "lateness"});
    } else {
        values.set("without", CaseName{"lateness"});
        values.set("confidence", CaseName{"no-cost"});
    }
    if (isDoubtful) {
        values.set("confidence", CaseName{"recording"});
    }
    return {{std::move(finding)}, {}};
}

}  // namespace

const RankRule& lateRankRule() {
    static const RankRule kRule{{.id = "late-rank",
                                 .name = "Late rank",
                                 .question = "Does one rank keep the others waiting?",
                                 .thresholds = kLateThresholds,
                                 .values = kLateValues},
                                findLateRank};
    return kRule;
}

}  // namespace gaplight
