// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0

// slow-gpu: for a rank, factor = sum over kernels that all ranks run alike, undisturbed by
// communication, of (its median duration x count) / (median of the ranks' medians x count). Fires
// if factor - 1 >= min_excess, in each step that shows such kernels, too, and these kernels take at
// least min_compared of its computing time. A GPU is slow all the time, or it is not the GPU.
#include <algorithm>
#include <array>

#include "core/ranks/rules/rank_rules.h"

namespace gaplight {
namespace {

constexpr std::array kSlowThresholds{
    Threshold{"min_excess", ThresholdUnit::Share, percent(5),
              "by which a GPU takes longer for equal kernels",
              "GPUs of one model in one machine differ by up to some 3 %"},
    Threshold{"min_compared", ThresholdUnit::Share, percent(20),
              "of the computing time that equal kernels must take",
              "fewer are a matter of their own inputs"},
};

constexpr std::array kSlowValues{
    DeclaredValue{"rank", QuantityKind::Text},
    DeclaredValue{"excess", QuantityKind::Share},
    DeclaredValue{"kernels", QuantityKind::Count},
    DeclaredValue{"time", QuantityKind::Nanoseconds},
    DeclaredValue{"typical", QuantityKind::Nanoseconds},
    DeclaredValue{"explains", QuantityKind::Nanoseconds, true},
    DeclaredValue{"lateness", QuantityKind::Nanoseconds, true},
};

bool isSlowInEachStep(const KernelSpeed& speed, const RuleSettings& settings) {
    return std::ranges::all_of(speed.steps, [&](const auto& step) {
        return settings.reaches("min_excess", step.second.time - step.second.typical,
                                step.second.typical);
    });
}

RankRuleResult findSlowGpu(const RankRuleInput& input) {
    RankRuleResult result;
    const RankSetAnalysis& set = input.set.analysis;
    bool areCompared = false;
    for (std::size_t rank = 0; rank < input.speeds.size(); ++rank) {
        const KernelSpeed& speed = input.speeds[rank];
        if (!input.settings.reaches("min_compared", speed.time, set.totals[rank].compute)) {
            continue;
        }
        areCompared = true;
        const Duration excess = speed.time - speed.typical;
        if (!input.settings.reaches("min_excess", excess, speed.typical) ||
            !isSlowInEachStep(speed, input.settings)) {
            continue;
        }
        RankFinding finding;
        finding.rank = rank;
        finding.cost = excess;
        finding.severity = Severity::Warning;
        finding.values.set("rank", rankName(input.set, rank));
        finding.values.set("excess", shareOf(excess, speed.typical));
        finding.values.setCount("kernels", speed.kernels);
        finding.values.set("time", speed.time);
        finding.values.set("typical", speed.typical);
        setExplained(input, rank, LatenessPart::SlowerKernels, finding);
        result.findings.push_back(std::move(finding));
    }
    if (!areCompared) {
        result.notApplicable =
            "too few kernels are alike on all ranks and run beside no "
            "communication";
    }
    return result;
}

}  // namespace

const RankRule& slowGpuRule() {
    static const RankRule kRule{{.id = "slow-gpu",
                                 .name = "Slow GPU",
                                 .question = "Does one GPU take longer for the same kernels?",
                                 .thresholds = kSlowThresholds,
                                 .values = kSlowValues},
                                findSlowGpu};
    return kRule;
}

}  // namespace gaplight
