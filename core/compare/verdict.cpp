// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/compare/verdict.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/quantity_text.h"
#include "core/compare/change_causes.h"
#include "core/compare/run_remarks.h"
#include "core/compare/step_pairs.h"
#include "core/compare/step_times.h"

namespace gaplight {
namespace {

Duration scaled(Duration duration, double factor) {
    return Duration(std::llround(static_cast<double>(duration.count()) * factor));
}

std::vector<Duration> spansOf(const MeasuredRun& run, const StepSide& side) {
    std::vector<Duration> spans;
    for (const std::size_t step : side.steps) {
        spans.push_back(run.steps[step].gpuSpan);
    }
    return spans;
}

double ratioOf(Duration part, Duration whole) {
    return whole > Duration::zero()
               ? static_cast<double>(part.count()) / static_cast<double>(whole.count())
               : 0.0;
}

VerdictKind kindOf(Duration a, Duration b, Duration floor) {
    return std::chrono::abs(b - a) <= floor ? VerdictKind::Unchanged
           : b < a                          ? VerdictKind::Improved
                                            : VerdictKind::Regressed;
}

Duration middleOf(Duration a, Duration b) {
    return (a + b) / 2;
}

std::string modesText(const StepModes& modes) {
    return durationText(modes.shorter) + " (" + countText(modes.shorterCount) + ") or " +
           durationText(modes.longer) + " (" + countText(modes.longerCount) + ")";
}

// "1.2 ms to 1.4 ms"; not for an empty list.
std::string rangeText(const std::vector<Duration>& spans) {
    const auto [least, most] = std::minmax_element(spans.begin(), spans.end());
    return durationText(*least) + " to " + durationText(*most);
}

// The annotations that make a step of a run, "2 × transformer_forward" or "forward + backward";
// empty where it is one, has kinds, or is marked by something else.
std::string stepUnitOf(const StepMarkers& markers) {
    constexpr std::size_t kMaxNames = 3;
    if (markers.source != StepSource::Annotations || markers.unit.size() < 2 ||
        !markers.stepsOfKind.empty()) {
        return {};
    }
    std::vector<std::pair<std::string_view, std::size_t>> names;
    for (const std::string& name : markers.unit) {
        const auto known =
            std::ranges::find(names, name, &std::pair<std::string_view, std::size_t>::first);
        known == names.end() ? static_cast<void>(names.emplace_back(name, 1))
                             : static_cast<void>(++known->second);
    }
    std::string text;
    for (std::size_t at = 0; at < std::min(names.size(), kMaxNames); ++at) {
        const auto& [name, count] = names[at];
        appendItem(text, (count > 1 ? countText(count) + " × " : "") + std::string(name), " + ");
    }
    return text + (names.size() > kMaxNames ? " + …" : "");
}

// Outliers of a run that are named.
constexpr std::size_t kMaxNamedSteps = 3;

std::int64_t gpusOf(const ComparedTrace& run) {
    return std::max<std::int64_t>(1, static_cast<std::int64_t>(run.analysis.devices.size()));
}

// Fills in the verdict on two runs.
class Judgment {
public:
    Judgment(const ComparedTrace& a, const ComparedTrace& b, const MeasuredRun& measuredA,
             const MeasuredRun& measuredB, const Alignment& alignment)
        : m_a(a),
          m_b(b),
          m_measuredA(measuredA),
          m_measuredB(measuredB),
          m_alignment(alignment),
          m_kinds(comparedSteps(a, b, measuredA, measuredB, alignment)) {
        for (const ComparedSteps& one : m_kinds) {
            m_steps += one.weight > 0 ? std::min(one.a.steps.size(), one.b.steps.size()) : 0;
        }
    }

    Verdict verdict(const AnnotationKeys& keys, std::optional<double> noiseFloor) {
        findParts();
        const RunRemarks remarks =
            remarkOnRuns(m_a, m_b, m_measuredA, m_measuredB, m_partA, m_partB, m_alignment);
        m_verdict.remarks = remarks.texts;
        m_verdict.otherWork = remarks.otherWork;
        m_verdict.otherProgram = remarks.otherProgram;
        if (remarks.otherProgram) {
            m_verdict.perStep = false;
            m_verdict.stepsA.clear();
            m_verdict.stepsB.clear();
            m_verdict.a = m_measuredA.whole.gpuSpan;
            m_verdict.b = m_verdict.bAtClock = m_measuredB.whole.gpuSpan;
        }
        remarkOnKinds();
        m_verdict.ranks = remarks.ranks;
        m_verdict.isSameRun = remarks.isSameRun;
        m_verdict.floor = scaled(middleOf(m_verdict.a, m_verdict.b), kNoiseFloor);
        // A step below 1 ns is none.
        const bool hasPart = m_verdict.a > Duration::zero() &&
                             (m_steps > 0 || wholeIsComparable(m_a, m_b, m_alignment));
        if (!hasPart || (remarks.forbidsVerdict && !remarks.ranks)) {
            return std::move(m_verdict);
        }
        if (remarks.ranks) {
            explain(keys);
            return std::move(m_verdict);
        }
        takeOutClock();
        findFloor(noiseFloor);
        m_verdict.change = ratioOf(m_verdict.bAtClock - m_verdict.a, m_verdict.a);
        m_verdict.kind = kindOf(m_verdict.a, m_verdict.bAtClock, m_verdict.floor);
        if (!remarks.isSameRun) {
            m_verdict.unprofiled = unprofiledChange(
                m_verdict.a, unprofiledShareOf(m_a, m_verdict.perStep), m_verdict.bAtClock,
                unprofiledShareOf(m_b, m_verdict.perStep), m_stepError);
        }
        explain(keys);
        remarkOnWhole();
        const std::string doubt = remarks.isSameRun ? std::string{} : doubtOf(noiseFloor);
        if (!doubt.empty()) {
            m_verdict.kind = VerdictKind::Inconclusive;
            m_verdict.remarks.insert(m_verdict.remarks.begin(), doubt);
        }
        return std::move(m_verdict);
    }

private:
    // The steps that are typical of the runs, else the whole runs.
    void findParts() {
        m_verdict.perStep = m_steps > 0;
        const auto gpusOf = [](const ComparedTrace& run) { return run.analysis.devices.size(); };
        if (m_steps > 0) {
            const ComparedSteps& most =
                *std::ranges::max_element(m_kinds, {}, &ComparedSteps::weight);
            const std::string unit = stepUnitOf(m_a.steps().markers);
            m_verdict.stepUnit = unit == stepUnitOf(m_b.steps().markers) ? unit : std::string();
            m_verdict.stepsA = most.a.typicalSteps();
            m_verdict.stepsB = most.b.typicalSteps();
            m_partA = typicalMeasures(m_measuredA, m_kinds, &ComparedSteps::a, gpusOf(m_a));
            m_partB = typicalMeasures(m_measuredB, m_kinds, &ComparedSteps::b, gpusOf(m_b));
        } else {
            m_partA = m_measuredA.whole;
            m_partB = m_measuredB.whole;
        }
        m_verdict.partA = m_partA;
        m_verdict.partB = m_partB;
        m_verdict.a = m_partA.gpuSpan;
        m_verdict.b = m_verdict.bAtClock = m_partB.gpuSpan;
    }

    // Of two servers.
    void judgeKinds(double variation) {
        std::uint64_t all = 0;
        for (const ComparedSteps& one : m_kinds) {
            all += one.weight;
        }
        for (const ComparedSteps& one : m_kinds) {
            KindChange change;
            change.name = one.kind;
            change.a = one.a;
            change.b = one.b;
            const Duration a = one.a.typical.time;
            change.share = static_cast<double>(one.weight) / static_cast<double>(all);
            change.otherWork = one.weight == 0;
            change.bAtClock = one.b.typical.time;
            if (!change.otherWork && a > Duration::zero()) {
                change.change = ratioOf(change.bAtClock - a, a);
                change.floor = std::max(changeLimits({one}, variation).smallest,
                                        scaled(middleOf(a, change.bAtClock), kMinNoiseFloor));
                change.kind = kindOf(a, change.bAtClock, change.floor);
            }
            m_verdict.kinds.push_back(std::move(change));
        }
        std::ranges::stable_sort(m_verdict.kinds, std::ranges::greater(), &KindChange::share);
    }

    void remarkOnKinds() {
        for (const ComparedSteps& one : m_kinds) {
            if (one.weight == 0) {
                m_verdict.remarks.push_back(
                    one.kind + " iterations are left out, since they do other work: " +
                    countText(static_cast<std::uint64_t>(one.a.size)) + " tokens in A, " +
                    countText(static_cast<std::uint64_t>(one.b.size)) + " in B (medians)");
            }
        }
    }

    void findFloor(std::optional<double> chosen) {
        const Duration mean = middleOf(m_verdict.a, m_verdict.bAtClock);
        m_stepError = kNoiseFloor / studentFactor(kPriorDegrees);
        m_verdict.floor = scaled(mean, kNoiseFloor);
        if (m_steps > 0) {
            const double ratio = ratioOf(m_verdict.bAtClock, m_verdict.b);
            for (ComparedSteps& one : m_kinds) {
                one.b.typical.time = m_verdict.spanAtClock(one.b.typical.time);
                one.b.typical.squares *= ratio * ratio;
            }
            const double variation = stepVariation(computeShare(), kernelVariation());
            const ChangeLimits limits = changeLimits(m_kinds, variation);
            m_stepError =
                limits.error / static_cast<double>(std::max<std::int64_t>(1, mean.count()));
            m_verdict.floorIsMeasured = !chosen && m_steps + 1 >= kMinStepsForSpread;
            m_verdict.floor =
                std::max(limits.smallest,
                         scaled(mean, m_verdict.floorIsMeasured ? kMinNoiseFloor : kNoiseFloor));
            if (m_alignment.stepsAreByKind) {
                judgeKinds(variation);
            }
            const bool hostDecides = m_steps == 1 && computeShare() < kMinComputeShare;
            m_verdict.floor = std::max(m_verdict.floor, hostDecides ? kFarTime : Duration{});
        }
        if (m_verdict.clock) {
            m_verdict.floor =
                scaled(mean, std::hypot(ratioOf(m_verdict.floor, mean), m_verdict.clock->spread));
        }
        m_verdict.floor = chosen ? scaled(mean, *chosen) : m_verdict.floor;
        m_verdict.noiseFloor = chosen.value_or(ratioOf(m_verdict.floor, mean));
    }

    double computeShare() const {
        const auto shareOf = [](const Measures& part, const ComparedTrace& run) {
            return ratioOf(part.compute, part.gpuSpan * gpusOf(run));
        };
        return std::min(shareOf(m_partA, m_a), shareOf(m_partB, m_b));
    }

    // Of equal kernels.
    std::optional<double> kernelVariation() const {
        return m_kernelRatio ? std::optional(m_kernelRatio->variation(m_verdict.clock.has_value()))
                             : std::nullopt;
    }

    void takeOutClock() {
        m_kernelRatio = findKernelRatio(m_a, m_b, m_alignment.steps);
        if (!m_kernelRatio || !m_kernelRatio->isOtherClock()) {
            return;
        }
        const std::optional<ClockFactor>& clock = m_clock = m_kernelRatio;
        const std::optional<double> ratio = replayedClockRatio(m_b, *clock);
        std::string text = "GPU clock: A's kernels are " + factorText(clock->factor) +
                           " as long in B at equal work";
        if (ratio) {
            m_verdict.clock = clock;
            m_verdict.bAtClock = scaled(m_verdict.b, *ratio);
            text += "; taken out";
        } else {
            text += "; not taken out, because the replay of B does not reproduce it";
        }
        m_verdict.remarks.push_back(std::move(text));
    }

    void explain(const AnnotationKeys& keys) {
        Measures partB = m_partB;
        partB.compute = m_verdict.computeAtClock(partB.compute);
        std::vector<ChangeCause> causes =
            causesOfChange(m_partA, partB, m_verdict.perStep,
                           m_verdict.clock ? "GPU compute at A's clock" : "GPU compute");
        for (ChangeCause& cause : causes) {  // means over the GPUs, as the times of a step are
            cause.a /= gpusOf(m_a);
            cause.b /= gpusOf(m_b);
        }
        std::ranges::stable_sort(causes, std::ranges::greater(), &ChangeCause::size);
        if (!m_verdict.otherWork) {
            m_verdict.waterfall = waterfallOf({m_verdict.a, m_verdict.bAtClock, causes});
        }
        const Duration change = m_verdict.bAtClock - m_verdict.a;
        if (m_verdict.change &&
            kindOf(m_verdict.a, m_verdict.bAtClock, m_verdict.floor) != VerdictKind::Unchanged) {
            m_verdict.annotation =
                findAnnotationCause(m_a, m_b, m_measuredA, m_measuredB, keys, m_alignment, change,
                                    partB.idle / gpusOf(m_b) - m_partA.idle / gpusOf(m_a));
        }
        m_verdict.causes = std::move(causes);
    }

    void remarkOnWhole() {
        if (!m_verdict.perStep || !wholeIsComparable(m_a, m_b, m_alignment)) {
            return;
        }
        const Measures& a = m_measuredA.whole;
        const Measures& b = m_measuredB.whole;
        const Duration wholeB = m_verdict.spanAtClock(b.gpuSpan);
        const VerdictKind whole =
            kindOf(a.gpuSpan, wholeB, scaled(middleOf(a.gpuSpan, wholeB), m_verdict.noiseFloor));
        if (whole != m_verdict.kind && whole != VerdictKind::Unchanged) {
            m_verdict.remarks.push_back(wholeRunRemark(a, b));
        }
    }

    // Why the times do not show which run is better; empty: they do.
    std::string doubtOf(std::optional<double> chosen) {
        nameOutliers();
        if (!chosen && m_steps == 0) {
            m_verdict.floor = Duration::zero();
            return "one time each, without steps that correspond: nothing shows how much it varies";
        }
        if (m_clock && !m_verdict.clock &&
            kindOf(m_verdict.a, scaled(m_verdict.b, 1 / m_clock->factor), m_verdict.floor) !=
                m_verdict.kind) {
            return "the GPU's clock may be all of the change";
        }
        if (std::string modes = doubtOfModes(); !modes.empty()) {
            return modes;
        }
        const Duration mean = middleOf(m_verdict.a, m_verdict.bAtClock);
        const bool mayHide = std::chrono::abs(m_verdict.bAtClock - m_verdict.a) + m_verdict.floor >
                             scaled(mean, kMaxHiddenChange);
        if (!chosen && m_verdict.kind == VerdictKind::Unchanged && mayHide) {
            return m_steps == 1 ? "one steady step each: nothing shows how much steps vary"
                   : m_alignment.stepsAreByKind
                       ? "iterations of one kind vary by more than the change"
                       : "steps vary by more than the change: " +
                             rangeText(spansOf(m_measuredA, m_kinds.front().a)) + " in A, " +
                             rangeText(spansOf(m_measuredB, m_kinds.front().b)) + " in B";
        }
        if (!chosen && m_steps == 1) {
            remarkFirst(kernelVariation()
                            ? "one steady step each: judged by equal kernels, which vary by " +
                                  percentText(*kernelVariation(), PercentForm::Error)
                            : "one steady step each: judged by how much steps of other programs "
                              "vary");
        }
        return {};
    }

    void remarkFirst(std::string text) {
        m_verdict.remarks.insert(m_verdict.remarks.begin(), std::move(text));
    }

    // "step 12 of A took 109 ms: left out"
    void nameOutliers() {
        for (const bool isA : {true, false}) {
            const MeasuredRun& run = isA ? m_measuredA : m_measuredB;
            std::vector<std::size_t> outliers;
            for (const ComparedSteps& one : m_kinds) {
                const StepSide& side = isA ? one.a : one.b;
                for (const std::size_t at : side.typical.outliers) {
                    outliers.push_back(side.steps[at]);
                }
            }
            std::ranges::sort(outliers);
            std::string list;
            for (std::size_t at = 0; at < std::min(outliers.size(), kMaxNamedSteps); ++at) {
                appendItem(list, stepName(isA ? m_a : m_b, outliers[at]) + " (" +
                                     durationText(run.steps[outliers[at]].gpuSpan) + ")");
            }
            if (outliers.size() > kMaxNamedSteps) {
                list += " and " + countText(outliers.size() - kMaxNamedSteps, "more", "more");
            }
            if (!outliers.empty()) {
                m_verdict.remarks.push_back("left out of " + std::string(isA ? "A" : "B") +
                                            ", far from its other steps: " + list);
            }
        }
    }

    std::string doubtOfModes() {
        if (m_kinds.empty() || m_alignment.stepsAreByKind) {  // their kinds count how they vary
            return {};
        }
        const std::vector<Duration> spansA = spansOf(m_measuredA, m_kinds.front().a);
        std::vector<Duration> spansB = spansOf(m_measuredB, m_kinds.front().b);
        for (Duration& span : spansB) {
            span = m_verdict.spanAtClock(span);
        }
        const auto modesA = findStepModes(spansA);
        const auto modesB = findStepModes(spansB);
        if (!modesA && !modesB) {
            return {};
        }
        std::string modes;
        if (modesA) {
            appendItem(modes, modesText(*modesA) + " in A");
        }
        if (modesB) {
            appendItem(modes, modesText(*modesB) + " in B");
        }
        std::string text = "steps take two different times: " + modes;
        const auto [leastA, mostA] = std::minmax_element(spansA.begin(), spansA.end());
        const auto [leastB, mostB] = std::minmax_element(spansB.begin(), spansB.end());
        const bool areApart = *mostA < *leastB || *mostB < *leastA;
        if (!areApart) {
            return text + "; a mean is typical of none";
        }
        m_verdict.remarks.push_back(std::move(text));
        return {};
    }

    const ComparedTrace& m_a;
    const ComparedTrace& m_b;
    const MeasuredRun& m_measuredA;
    const MeasuredRun& m_measuredB;
    const Alignment& m_alignment;
    std::vector<ComparedSteps> m_kinds;
    std::size_t m_steps = 0;  // of them, in the run that has fewer
    double m_stepError = 0;   // ChangeLimits::error / mean of both times
    Measures m_partA;         // what is compared
    Measures m_partB;
    std::optional<ClockFactor> m_kernelRatio;
    std::optional<ClockFactor> m_clock;  // taken out or not
    Verdict m_verdict;
};

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

bool wholeIsComparable(const ComparedTrace& a, const ComparedTrace& b, const Alignment& alignment) {
    const bool hasWork = !a.analysis.devices.empty() && !b.analysis.devices.empty();
    const bool sameSteps =
        alignment.level != AlignmentLevel::Steps || a.steps().rows.size() == b.steps().rows.size();
    return hasWork && sameSteps && alignment.level != AlignmentLevel::Totals &&
           !alignment.stepsAreByKind;  // their load differs
}

Duration Verdict::spanAtClock(Duration span) const {
    return b == Duration::zero() || bAtClock == b
               ? span
               : scaled(span,
                        static_cast<double>(bAtClock.count()) / static_cast<double>(b.count()));
}

Duration Verdict::computeAtClock(Duration compute) const {
    return clock ? scaled(compute, 1 / clock->factor) : compute;
}

Verdict judge(const ComparedTrace& a, const ComparedTrace& b, const MeasuredRun& measuredA,
              const MeasuredRun& measuredB, const AnnotationKeys& keys, const Alignment& alignment,
              std::optional<double> noiseFloor) {
    return Judgment(a, b, measuredA, measuredB, alignment).verdict(keys, noiseFloor);
}

}  // namespace gaplight
