// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "core/base/time.h"

namespace gaplight {

// The test of two runs: do their steps take another time, or is the difference what steps vary by?
// All in absolute time and symmetric in A and B (decisions/comparison.md, "Few steps are judged by
// a moderated t test").

// Steps with a modified z-score |x - median| / (1.4826 x MAD) above this are outliers (Iglewicz and
// Hoaglin, 1993), unless they are within kMinOutlierDistance of the median. More than
// kMaxOutlierShare of the steps are no outliers but another kind of step.
inline constexpr double kMaxZScore = 3.5;
inline constexpr double kMinOutlierDistance = 0.10;
inline constexpr std::size_t kMinStepsForOutliers = 5;
inline constexpr double kMaxOutlierShare = 0.2;

// What is typical of the steps of one run.
struct TypicalStep {
    // Median of the steps that are kept; of an even number the mean of the two in the middle.
    Duration time{};
    std::vector<std::size_t> steps;     // positions of that step, or of these two, ascending
    std::size_t kept = 0;               // steps that are no outliers
    std::vector<std::size_t> outliers;  // positions, ascending
    double squares = 0;                 // ns^2, sum of squared deviations from the mean; kept steps
};

// Not for an empty list. O(steps).
[[nodiscard]] TypicalStep findTypicalStep(std::span<const Duration> steps);

// What is known of the steps before they are measured counts as so many degrees of freedom (an
// empirical Bayes variance; Smyth, 2004, "Linear models and empirical Bayes methods").
inline constexpr std::size_t kPriorDegrees = 4;

// Student's t for a two-sided test with 2 % false alarms (equal runs that it takes for different
// ones). At least one degree.
[[nodiscard]] double studentFactor(std::size_t degrees);

// Standard error in ns of the difference of two medians, sqrt(pi / 2) s sqrt(1 / n + 1 / m) with n
// and m kept steps. s^2 is the pooled variance of the steps, moderated by `variation`: the relative
// standard deviation that steps of such programs have, which alone decides with one step each.
// Beyond one step each, no more than kMaxPriorVariation of it counts.
inline constexpr double kMaxPriorVariation = 0.02;
[[nodiscard]] double changeError(const TypicalStep& a, const TypicalStep& b, double variation);

// The smallest difference of the two typical times that is no chance: studentFactor() times
// changeError().
[[nodiscard]] Duration smallestChange(const TypicalStep& a, const TypicalStep& b, double variation);

// Relative standard deviation of steps, from what their parts vary by: equal kernels by
// `kernelVariation` (empty: not known), the rest, which the host decides, by kHostVariation; in
// proportion to the time that they take, `computeShare` of 0 to 1.
//
// kHostVariation: of 37 recorded programs the steps of 35 differ from their median by 19 % at most,
// the first and the last one apart, which is the difference of two steps with kHostVariation at
// 2 % false alarms and kPriorDegrees. kMaxPriorVariation: the standard deviation of the steps of 53
// recorded programs is 2.6 % in the median.
inline constexpr double kHostVariation = 0.04;
[[nodiscard]] double stepVariation(double computeShare, std::optional<double> kernelVariation);

}  // namespace gaplight
