// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/time.h"
#include "core/compare/alignment.h"
#include "core/compare/annotation_cause.h"
#include "core/compare/annotation_key.h"
#include "core/compare/change_causes.h"
#include "core/compare/clock_factor.h"
#include "core/compare/compared_steps.h"
#include "core/compare/compared_trace.h"
#include "core/compare/measures.h"
#include "core/compare/run_remarks.h"
#include "core/compare/unprofiled_times.h"
#include "core/compare/waterfall.h"

namespace gaplight {

enum class VerdictKind : std::uint8_t { Improved, Regressed, Unchanged, Inconclusive };
// Stable name, as in the command line's JSON.
[[nodiscard]] std::string_view verdictName(VerdictKind kind);

// Typical difference between two runs of the same program: no smaller change counts where fewer
// than kMinStepsForSpread steps of each run show how much they vary. With as many, kMinNoiseFloor,
// the resolution of a profiler.
inline constexpr double kNoiseFloor = 0.02;
inline constexpr double kMinNoiseFloor = 0.005;
inline constexpr std::size_t kMinStepsForSpread = 5;
// Runs are unchanged where the change and the noise floor together are no more than this: a larger
// change would have shown (a test of equivalence). Else they are inconclusive.
inline constexpr double kMaxHiddenChange = 0.10;
// With one steady step each, no smaller change counts unless kernels take kMinComputeShare of it:
// the steps of the two of 37 recorded programs that vary by more than 19 % are shorter than this.
inline constexpr Duration kFarTime = std::chrono::milliseconds(5);
inline constexpr double kMinComputeShare = 0.9;

// How the iterations of one kind of two servers changed.
struct KindChange {
    std::string name;  // IterationKind::name
    StepSide a;
    StepSide b;
    double share = 0;              // of the iterations of both runs of the kinds that are compared
    bool otherWork = false;        // of other numbers of tokens: left out of the verdict
    Duration bAtClock{};           // b's typical time as Verdict::bAtClock
    std::optional<double> change;  // (bAtClock - a) / a
    Duration floor{};              // smallest change that counts
    VerdictKind kind = VerdictKind::Inconclusive;
};

struct Verdict {
    // Inconclusive although there is a change: one step each, steps that vary too much or take two
    // different times, ranks of one job; the first remark is the reason.
    VerdictKind kind = VerdictKind::Inconclusive;
    // a and b: median steady step, of two servers the mean over `kinds` by their shares; otherwise
    // the whole GPU window.
    bool perStep = false;
    std::string stepUnit;  // "2 × transformer_forward", where a step of both runs is more than one
    Duration a{};          // Measures::gpuSpan
    Duration b{};
    Measures partA;  // what takes `a`
    Measures partB;
    std::vector<KindChange> kinds;  // of two servers, the most frequent first
    // The steps that take these times (typicalMeasures()), of two servers those of the most
    // frequent kind; none where not perStep.
    std::vector<std::size_t> stepsA;
    std::vector<std::size_t> stepsB;
    std::optional<ClockFactor> clock;            // of B against A; empty: the same, or not known
    Duration bAtClock{};                         // b at A's clock; b where `clock` is empty
    std::optional<double> change;                // (bAtClock - a) / a; empty if not meaningful
    std::optional<UnprofiledChange> unprofiled;  // where `change` is; empty: not known
    // Smallest change that counts, the same with A and B exchanged (smallestChange()). Zero where
    // none was used: whole runs show nothing of how much they vary.
    Duration floor{};
    double noiseFloor = kNoiseFloor;  // relative to the mean of a and bAtClock
    bool floorIsMeasured = false;     // from steps of both runs, at least kMinStepsForSpread
    bool otherWork = false;           // the runs do different work: percentages mislead
    bool otherProgram = false;      // so different that nothing corresponds: a and b are whole runs
    bool isSameRun = false;         // A and B hold the same events
    std::optional<JobRanks> ranks;  // A and B are ranks of one job: neither is faster or slower
    std::optional<AnnotationCause> annotation;  // the cause of the change, if there is a single one
    std::vector<ChangeCause> causes;            // parts of the change, largest first
    std::vector<std::string> why;               // reasonsOfChange()
    std::vector<WaterfallBar> waterfall;        // from `a` to `bAtClock`; empty: not comparable
    std::vector<std::string> remarks;           // caveats

    // A time of B's GPU (Measures::gpuSpan) as it would be at A's clock.
    Duration spanAtClock(Duration span) const;
    // Time of B's kernels, collectives apart, at A's clock.
    Duration computeAtClock(Duration compute) const;
    // ClockFactor::factor that was taken out; 1 without.
    double clockFactor() const { return clock ? clock->factor : 1; }
};

// Decides whether B is better than A. `measuredA`, `measuredB`: results of measureRun(). Exchanging
// A and B exchanges improved and regressed and the signs, nothing else; a clock that is taken out
// is then B's. `noiseFloor`: relative to the mean of both times; empty: smallestChange(). Runs
// whose steps take two different times (findStepModes) are inconclusive, unless all steps of one
// run are shorter than all of the other.
[[nodiscard]] Verdict judge(const ComparedTrace& a, const ComparedTrace& b,
                            const MeasuredRun& measuredA, const MeasuredRun& measuredB,
                            const AnnotationKeys& keys, const Alignment& alignment,
                            std::optional<double> noiseFloor);

// True if the runs do the same amount of work as a whole, so that percentages are meaningful.
[[nodiscard]] bool wholeIsComparable(const ComparedTrace& a, const ComparedTrace& b,
                                     const Alignment& alignment);

}  // namespace gaplight
