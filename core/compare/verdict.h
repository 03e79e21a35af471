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
#include "core/compare/clock_factor.h"
#include "core/compare/compared_trace.h"
#include "core/compare/measures.h"
#include "core/compare/run_remarks.h"
#include "core/compare/waterfall.h"

namespace gaplight {

enum class VerdictKind : std::uint8_t { Improved, Regressed, Unchanged, Inconclusive };
// Stable name, as in the command line's JSON.
[[nodiscard]] std::string_view verdictName(VerdictKind kind);

// Default noise floor: typical difference between two runs of the same program.
inline constexpr double kNoiseFloor = 0.02;
// With at least this many steps in both runs the floor is twice the standard error of the
// difference of their means, but at least kMinNoiseFloor, the resolution of a profiler. With fewer,
// a change below that standard error is inconclusive.
inline constexpr std::size_t kMinStepsForSpread = 5;
inline constexpr double kMinNoiseFloor = 0.005;
// With one steady step each, this part of the shorter one and kFarTime are no variation: of 37
// recorded programs the steps of 35 differ from their median by 19 % at most, the first and the
// last one apart; those of the others are shorter.
inline constexpr double kFarChange = 0.2;
inline constexpr Duration kFarTime = std::chrono::milliseconds(5);

struct Verdict {
    // Inconclusive although there is a change: one step each, steps that vary too much or take two
    // different times, ranks of one job; the first remark is the reason.
    VerdictKind kind = VerdictKind::Inconclusive;
    bool perStep = false;  // a and b: mean steady step; otherwise the whole GPU window
    Duration a{};          // Measures::gpuSpan
    Duration b{};
    std::optional<ClockFactor> clock;  // of B against A; empty: the same, or not known
    Duration bAtClock{};               // b at A's clock; b where `clock` is empty
    std::optional<double> change;      // (bAtClock - a) / a; empty if not meaningful
    double noiseFloor = kNoiseFloor;
    bool floorIsMeasured = false;
    bool otherWork = false;         // the runs do different work: percentages mislead
    std::optional<JobRanks> ranks;  // A and B are ranks of one job: neither is faster or slower
    std::optional<AnnotationCause> annotation;  // the cause of the change, if there is a single one
    std::vector<std::string> why;               // causes of the change, largest first
    std::vector<WaterfallBar> waterfall;        // from `a` to `bAtClock`; empty: not comparable
    std::vector<std::string> remarks;           // caveats

    // A time of B's GPU (Measures::gpuSpan) as it would be at A's clock.
    Duration spanAtClock(Duration span) const;
    // Time of B's kernels, collectives apart, at A's clock.
    Duration computeAtClock(Duration compute) const;
    // ClockFactor::factor that was taken out; 1 without.
    double clockFactor() const { return clock ? clock->factor : 1; }
};

// Decides whether B is better than A. `measuredA`, `measuredB`: results of measureRun(). Without a
// `noiseFloor` one step each is inconclusive, unless they are far apart (kFarChange); so are runs
// whose steps take two different times (findStepModes), unless all steps of one run are shorter
// than all of the other.
[[nodiscard]] Verdict judge(const ComparedTrace& a, const ComparedTrace& b,
                            const MeasuredRun& measuredA, const MeasuredRun& measuredB,
                            const AnnotationKeys& keys, const Alignment& alignment,
                            std::optional<double> noiseFloor);

// Sum over the paired steady steps of A (`isA`) or B.
[[nodiscard]] Measures steadySum(const MeasuredRun& run, std::span<const StepPair> steps, bool isA);
[[nodiscard]] std::size_t steadyPairs(std::span<const StepPair> steps);

// True if the runs do the same amount of work as a whole, so that percentages are meaningful.
[[nodiscard]] bool wholeIsComparable(const ComparedTrace& a, const ComparedTrace& b,
                                     const Alignment& alignment);

}  // namespace gaplight
