// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/compare/verdict.h"

#include <algorithm>
#include <cmath>

#include "core/compare/change_causes.h"
#include "core/compare/run_remarks.h"

namespace gaplight {
namespace {

// Mean and variance of the steady steps' GPU time, as far as they are paired.
struct Spread {
    double mean = 0;
    double squaredError = 0;  // of the mean, relative
    std::size_t count = 0;
};

Spread spreadOf(const MeasuredRun& run, std::span<const StepPair> steps, bool isA) {
    std::vector<double> spans;
    for (const StepPair& pair : steps) {
        if (!pair.warmsUp) {
            const Measures& step = run.steps[isA ? pair.a : pair.b];
            spans.push_back(static_cast<double>(step.gpuSpan.count()));
        }
    }
    Spread spread;
    spread.count = spans.size();
    for (const double span : spans) {
        spread.mean += span / static_cast<double>(spans.size());
    }
    if (spread.count < 2 || spread.mean <= 0) {
        return spread;
    }
    double squares = 0;
    for (const double span : spans) {
        squares += (span - spread.mean) * (span - spread.mean);
    }
    const auto count = static_cast<double>(spread.count);
    spread.squaredError = squares / (count - 1) / count / (spread.mean * spread.mean);
    return spread;
}

void findFloor(const MeasuredRun& a, const MeasuredRun& b, const Alignment& alignment,
               std::optional<double> chosen, Verdict& verdict) {
    if (chosen) {
        verdict.noiseFloor = *chosen;
        return;
    }
    const bool hasSteps =
        verdict.perStep && a.steps.size() >= kStepsForSpread && b.steps.size() >= kStepsForSpread;
    if (!hasSteps) {
        return;
    }
    const Spread spreadA = spreadOf(a, alignment.steps, true);
    const Spread spreadB = spreadOf(b, alignment.steps, false);
    if (spreadA.count < kStepsForSpread - 1) {
        return;
    }
    verdict.floorIsMeasured = true;
    verdict.noiseFloor =
        std::max(kMinNoiseFloor, 2 * std::sqrt(spreadA.squaredError + spreadB.squaredError));
}

VerdictKind kindOf(double change, double floor) {
    return std::abs(change) <= floor ? VerdictKind::Unchanged
           : change < 0              ? VerdictKind::Improved
                                     : VerdictKind::Regressed;
}

}  // namespace

std::string_view verdictName(VerdictKind kind) {
    switch (kind) {
        case VerdictKind::Improved:
            return "improved";
        case VerdictKind::Regressed:
            return "regressed";
        case VerdictKind::Unchanged:
            return "unchanged";
        case VerdictKind::Inconclusive:
            break;
    }
    return "inconclusive";
}

std::size_t steadyPairs(std::span<const StepPair> steps) {
    return static_cast<std::size_t>(std::count_if(
        steps.begin(), steps.end(), [](const StepPair& pair) { return !pair.warmsUp; }));
}

Measures steadySum(const MeasuredRun& run, std::span<const StepPair> steps, bool isA) {
    Measures sum;
    for (const StepPair& pair : steps) {
        if (!pair.warmsUp) {
            sum += run.steps[isA ? pair.a : pair.b];
        }
    }
    return sum;
}

bool wholeIsComparable(const ComparedTrace& a, const ComparedTrace& b, const Alignment& alignment) {
    const bool hasWork = !a.analysis.devices.empty() && !b.analysis.devices.empty();
    const bool sameSteps = alignment.level != AlignmentLevel::Steps ||
                           a.analysis.steps.rows.size() == b.analysis.steps.rows.size();
    return hasWork && sameSteps && alignment.level != AlignmentLevel::Totals;
}

Verdict judge(const ComparedTrace& a, const ComparedTrace& b, const MeasuredRun& measuredA,
              const MeasuredRun& measuredB, const Alignment& alignment,
              std::optional<double> noiseFloor) {
    Verdict verdict;
    const RunRemarks remarks = remarkOnRuns(a, b, measuredA, measuredB, alignment);
    verdict.remarks = remarks.texts;
    verdict.otherWork = remarks.otherWork;
    const std::size_t steps = steadyPairs(alignment.steps);
    verdict.perStep = steps > 0;
    const Measures partA =
        verdict.perStep ? steadySum(measuredA, alignment.steps, true) : measuredA.whole;
    const Measures partB =
        verdict.perStep ? steadySum(measuredB, alignment.steps, false) : measuredB.whole;
    const auto divisor = static_cast<std::int64_t>(std::max<std::size_t>(1, steps));
    verdict.a = partA.gpuSpan / divisor;
    verdict.b = partB.gpuSpan / divisor;
    findFloor(measuredA, measuredB, alignment, noiseFloor, verdict);
    const bool isJudgeable = !remarks.forbidsVerdict && partA.gpuSpan > Duration::zero() &&
                             (verdict.perStep || wholeIsComparable(a, b, alignment));
    if (!isJudgeable) {
        return verdict;
    }
    verdict.change = static_cast<double>((partB.gpuSpan - partA.gpuSpan).count()) /
                     static_cast<double>(partA.gpuSpan.count());
    verdict.kind = kindOf(*verdict.change, verdict.noiseFloor);
    verdict.why = causesOfChange(partA, partB, divisor);
    if (verdict.perStep && wholeIsComparable(a, b, alignment)) {
        const auto wholeA = static_cast<double>(measuredA.whole.gpuSpan.count());
        const double change =
            static_cast<double>((measuredB.whole.gpuSpan - measuredA.whole.gpuSpan).count()) /
            wholeA;
        const VerdictKind whole = kindOf(change, verdict.noiseFloor);
        if (whole != verdict.kind && whole != VerdictKind::Unchanged) {
            verdict.remarks.push_back(wholeRunRemark(measuredA.whole, measuredB.whole));
        }
    }
    return verdict;
}

}  // namespace gaplight
