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
              "of the time of all ranks that is spent waiting for the late one",
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
    DeclaredValue{"before", QuantityKind::Nanoseconds, true},
    DeclaredValue{"after", QuantityKind::Nanoseconds, true},
    DeclaredValue{"unshortened", QuantityKind::Nanoseconds, true},
    DeclaredValue{"unprofiled", QuantityKind::Nanoseconds, true},
    DeclaredValue{"cause", QuantityKind::Case, false,
                  "more-work slower-kernels host host-held-up own-waiting capture-start unknown"},
    DeclaredValue{"fix", QuantityKind::Case, false,
                  "more-work slower-kernels host host-held-up own-waiting capture-start unknown"},
    DeclaredValue{"confidence", QuantityKind::Case, true, "no-cost"},
};

// By the share of the run that would be gained, with and without the profiler, else of the time
// that is waited.
Severity severityOf(const JointAnswer* cost, Duration waited, Duration recorded) {
    const bool isKnown = cost != nullptr && cost->isTrusted;
    const Duration part =
        isKnown ? std::min(cost->saving, cost->unprofiledSaving.value_or(cost->saving)) : waited;
    const Duration whole = isKnown ? cost->before.window : recorded;
    if (isKnown && part * 20 >= whole) {
        return Severity::Critical;
    }
    return part * 100 >= whole ? Severity::Warning : Severity::Info;
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
    const CaseName largest{latenessPartName(lateness.largest())};
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
    finding.severity = input.lateness->largest() == LatenessPart::CaptureStart
                           ? Severity::Info
                           : severityOf(input.stragglerCost, finding.cost, recordedTime(set));
    FindingValues& values = finding.values;
    values.set("name", "Rank " + std::to_string(input.set.ranks[straggler.rank].rank));
    values.set("rank", rankName(input.set, straggler.rank));
    values.setCount("late", leads.size());
    values.setCount("collectives", joined);
    values.set("waited", straggler.othersWaited);
    values.set("share", shareOf(straggler.othersWaited, recordedTime(set)));
    values.set("lead", lowerMedian(leads));
    values.set("place", std::string(straggler.in));
    setParts(*input.lateness, finding);
    if (input.stragglerCost != nullptr && input.stragglerCost->isTrusted) {
        const Duration before = input.stragglerCost->before.window;
        const Duration after = input.stragglerCost->after.window;
        if (durationText(after) == durationText(before)) {
            values.set("unshortened", before);
        } else {
            values.set("before", before);
            values.set("after", after);
        }
        if (const auto unprofiled = input.stragglerCost->unprofiledSaving) {
            values.set("unprofiled", *unprofiled);
        }
    } else {
        values.set("confidence", CaseName{"no-cost"});
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
