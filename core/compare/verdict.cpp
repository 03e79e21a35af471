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

namespace gaplight {
namespace {

Duration scaled(Duration duration, double factor) {
    return Duration(std::llround(static_cast<double>(duration.count()) * factor));
}

// GPU time of the steady steps that have a partner.
std::vector<Duration> steadySpans(const MeasuredRun& run, std::span<const StepPair> steps,
                                  bool isA) {
    std::vector<Duration> spans;
    for (const StepPair& pair : steps) {
        if (!pair.warmsUp) {
            spans.push_back(run.steps[isA ? pair.a : pair.b].gpuSpan);
        }
    }
    return spans;
}

// Squared standard error of the mean of durations, relative to the mean; 0 with fewer than two.
double squaredError(const std::vector<Duration>& spans) {
    double mean = 0;
    for (const Duration span : spans) {
        mean += static_cast<double>(span.count()) / static_cast<double>(spans.size());
    }
    if (spans.size() < 2 || mean <= 0) {
        return 0;
    }
    double squares = 0;
    for (const Duration span : spans) {
        const double deviation = static_cast<double>(span.count()) - mean;
        squares += deviation * deviation;
    }
    const auto count = static_cast<double>(spans.size());
    return squares / (count - 1) / count / (mean * mean);
}

VerdictKind kindOf(double change, double floor) {
    return std::abs(change) <= floor ? VerdictKind::Unchanged
           : change < 0              ? VerdictKind::Improved
                                     : VerdictKind::Regressed;
}

double changeOf(Duration a, Duration b) {
    return static_cast<double>((b - a).count()) / static_cast<double>(a.count());
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

// Host time of an annotation in one run.
std::string sideText(Duration time) {
    return time == Duration::zero() ? "none" : durationText(time);
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
          m_steps(steadyPairs(alignment.steps)) {}

    Verdict verdict(const AnnotationKeys& keys, std::optional<double> noiseFloor) {
        const RunRemarks remarks = remarkOnRuns(m_a, m_b, m_measuredA, m_measuredB, m_alignment);
        m_verdict.remarks = remarks.texts;
        m_verdict.otherWork = remarks.otherWork;
        m_verdict.ranks = remarks.ranks;
        m_verdict.perStep = m_steps > 0;
        const Measures partA =
            m_steps > 0 ? steadySum(m_measuredA, m_alignment.steps, true) : m_measuredA.whole;
        const Measures partB =
            m_steps > 0 ? steadySum(m_measuredB, m_alignment.steps, false) : m_measuredB.whole;
        const auto divisor = static_cast<std::int64_t>(std::max<std::size_t>(1, m_steps));
        m_verdict.a = partA.gpuSpan / divisor;
        m_verdict.b = m_verdict.bAtClock = partB.gpuSpan / divisor;
        findFloor(noiseFloor);
        // A mean step below 1 ns is none.
        const bool hasPart = m_verdict.a > Duration::zero() &&
                             (m_steps > 0 || wholeIsComparable(m_a, m_b, m_alignment));
        if (!hasPart || (remarks.forbidsVerdict && !remarks.ranks)) {
            return std::move(m_verdict);
        }
        if (remarks.ranks) {
            explain(partA, partB, keys, divisor);
            return std::move(m_verdict);
        }
        takeOutClock();
        m_verdict.change = changeOf(m_verdict.a, m_verdict.bAtClock);
        m_verdict.kind = kindOf(*m_verdict.change, m_verdict.noiseFloor);
        explain(partA, partB, keys, divisor);
        remarkOnWhole();
        const std::string doubt = remarks.isSameRun ? std::string{} : doubtOf(noiseFloor);
        if (!doubt.empty()) {
            m_verdict.kind = VerdictKind::Inconclusive;
            m_verdict.remarks.insert(m_verdict.remarks.begin(), doubt);
        }
        return std::move(m_verdict);
    }

private:
    void findFloor(std::optional<double> chosen) {
        if (chosen) {
            m_verdict.noiseFloor = *chosen;
            return;
        }
        const std::vector<Duration> spansA = steadySpans(m_measuredA, m_alignment.steps, true);
        const std::vector<Duration> spansB = steadySpans(m_measuredB, m_alignment.steps, false);
        m_error = 2 * std::sqrt(squaredError(spansA) + squaredError(spansB));
        if (spansA.size() + 1 >= kMinStepsForSpread) {
            m_verdict.floorIsMeasured = true;
            m_verdict.noiseFloor = std::max(kMinNoiseFloor, m_error);
        }
    }

    void takeOutClock() {
        const auto clock = findClockFactor(m_a, m_b, m_alignment.steps);
        if (!clock) {
            return;
        }
        m_clock = clock;
        const std::optional<double> ratio = replayedClockRatio(m_b, *clock);
        std::string text = "GPU clock: A's kernels are " + factorText(clock->factor) +
                           " as long in B at equal work";
        if (ratio) {
            m_verdict.clock = clock;
            m_verdict.bAtClock = scaled(m_verdict.b, *ratio);
            m_verdict.noiseFloor = std::hypot(m_verdict.noiseFloor, clock->spread);
            text += "; taken out";
        } else {
            text += "; not taken out, because the replay of B does not reproduce it";
        }
        m_verdict.remarks.push_back(std::move(text));
    }

    void explain(const Measures& partA, Measures partB, const AnnotationKeys& keys,
                 std::int64_t divisor) {
        partB.compute = m_verdict.computeAtClock(partB.compute);
        std::vector<ChangeCause> causes = causesOfChange(
            partA, partB, divisor, m_verdict.clock ? "GPU compute at A's clock" : "GPU compute");
        m_verdict.why = causeTexts(causes);
        if (!m_verdict.otherWork) {
            m_verdict.waterfall =
                waterfallOf({m_verdict.a, m_verdict.bAtClock, m_a.analysis.devices.size(),
                             m_b.analysis.devices.size(), std::move(causes)});
        }
        const Duration change = m_verdict.bAtClock - m_verdict.a;
        const bool isChange = m_verdict.change && kindOf(*m_verdict.change, m_verdict.noiseFloor) !=
                                                      VerdictKind::Unchanged;
        if (isChange) {
            m_verdict.annotation =
                findAnnotationCause(m_a, m_b, m_measuredA, m_measuredB, keys, m_alignment, change,
                                    (partB.idle - partA.idle) / divisor);
        }
        if (m_verdict.annotation) {
            const AnnotationCause& cause = *m_verdict.annotation;
            m_verdict.why.insert(m_verdict.why.begin(),
                                 "host time of `" + cause.name + "` " + sideText(cause.a) + " → " +
                                     sideText(cause.b) +
                                     (m_verdict.perStep ? " a step: about as much as a step changed"
                                                        : ": about as much as the run changed"));
        }
    }

    void remarkOnWhole() {
        if (!m_verdict.perStep || !wholeIsComparable(m_a, m_b, m_alignment)) {
            return;
        }
        const Measures& a = m_measuredA.whole;
        const Measures& b = m_measuredB.whole;
        const VerdictKind whole =
            kindOf(changeOf(a.gpuSpan, m_verdict.spanAtClock(b.gpuSpan)), m_verdict.noiseFloor);
        if (whole != m_verdict.kind && whole != VerdictKind::Unchanged) {
            m_verdict.remarks.push_back(wholeRunRemark(a, b));
        }
    }

    // Why the times do not show which run is better; empty: they do.
    std::string doubtOf(std::optional<double> noiseFloor) {
        if (!noiseFloor && m_steps == 1 && isFar()) {
            m_verdict.remarks.insert(m_verdict.remarks.begin(),
                                     "one steady step each: nothing shows how much steps vary, but "
                                     "the change is far beyond what equal steps do");
        } else if (!noiseFloor && m_steps <= 1) {
            return m_steps == 1 ? "one steady step each: nothing shows how much steps vary"
                                : "one time each, without steps that correspond: nothing shows how "
                                  "much it varies";
        }
        if (m_clock && !m_verdict.clock &&
            kindOf(changeOf(m_verdict.a, scaled(m_verdict.b, 1 / m_clock->factor)),
                   m_verdict.noiseFloor) != m_verdict.kind) {
            return "the GPU's clock may be all of the change";
        }
        if (!noiseFloor && !m_verdict.floorIsMeasured && m_verdict.kind != VerdictKind::Unchanged &&
            std::abs(*m_verdict.change) <= m_error) {
            return "steps vary by more than the change: " +
                   rangeText(steadySpans(m_measuredA, m_alignment.steps, true)) + " in A, " +
                   rangeText(steadySpans(m_measuredB, m_alignment.steps, false)) + " in B";
        }
        return doubtOfModes();
    }

    // The same with A and B exchanged.
    bool isFar() const {
        const auto [less, more] = std::minmax(m_verdict.a, m_verdict.bAtClock);
        return more - less >= kFarTime && static_cast<double>(more.count()) >=
                                              static_cast<double>(less.count()) * (1 + kFarChange);
    }

    std::string doubtOfModes() {
        const std::vector<Duration> spansA = steadySpans(m_measuredA, m_alignment.steps, true);
        std::vector<Duration> spansB = steadySpans(m_measuredB, m_alignment.steps, false);
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
    std::size_t m_steps;
    double m_error = 0;  // twice the standard error of the change; 0 with fewer than two steps
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
    const bool sameSteps =
        alignment.level != AlignmentLevel::Steps || a.steps().rows.size() == b.steps().rows.size();
    return hasWork && sameSteps && alignment.level != AlignmentLevel::Totals;
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
