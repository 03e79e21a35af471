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
#include "core/compare/compared_trace.h"
#include "core/compare/measures.h"

namespace gaplight {

enum class VerdictKind : std::uint8_t { Improved, Regressed, Unchanged, Inconclusive };
// Stable name, as in the command line's JSON.
[[nodiscard]] std::string_view verdictName(VerdictKind kind);

// Without anything better known: what one and the same program differs by from run to run.
inline constexpr double kNoiseFloor = 0.02;
// With at least this many steps in both runs the floor is twice the standard error of the
// difference of their means, but not below kMinNoiseFloor: what a profiler resolves.
inline constexpr std::size_t kStepsForSpread = 5;
inline constexpr double kMinNoiseFloor = 0.005;

struct Verdict {
    VerdictKind kind = VerdictKind::Inconclusive;
    bool perStep = false;  // a and b are of a mean steady step, else of the whole GPU window
    Duration a{};          // Measures::gpuSpan
    Duration b{};
    std::optional<double> change;  // (b - a) / a; empty where that says nothing
    double noiseFloor = kNoiseFloor;
    bool floorIsMeasured = false;
    bool otherWork = false;            // the runs do not do the same: percentages mislead
    std::vector<std::string> why;      // what the change consists of, largest first
    std::vector<std::string> remarks;  // what to know before believing any of it
};

// `measuredA` and `measuredB` as measureRun gives them.
[[nodiscard]] Verdict judge(const ComparedTrace& a, const ComparedTrace& b,
                            const MeasuredRun& measuredA, const MeasuredRun& measuredB,
                            const Alignment& alignment, std::optional<double> noiseFloor);

// The sum over the steady steps that are paired.
[[nodiscard]] Measures steadySum(const MeasuredRun& run, std::span<const StepPair> steps, bool isA);
[[nodiscard]] std::size_t steadyPairs(std::span<const StepPair> steps);

// Whether the runs do the same amount of work as a whole, so that percentages of it mean something.
[[nodiscard]] bool wholeIsComparable(const ComparedTrace& a, const ComparedTrace& b,
                                     const Alignment& alignment);

}  // namespace gaplight
