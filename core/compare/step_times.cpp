// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/compare/step_times.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <utility>

#include "core/base/statistics.h"

namespace gaplight {
namespace {

// Standard deviation / median absolute deviation of a normal distribution.
constexpr double kMadFactor = 1.4826;

double toDouble(Duration duration) {
    return static_cast<double>(duration.count());
}

std::vector<std::size_t> outliersOf(std::span<const Duration> steps) {
    if (steps.size() < kMinStepsForOutliers) {
        return {};
    }
    const auto distance = [median = lowerMedianOf(steps, std::identity())](Duration step) {
        return std::chrono::abs(step - median);
    };
    const double limit =
        std::max(kMaxZScore * kMadFactor * toDouble(lowerMedianOf(steps, distance)),
                 kMinOutlierDistance * toDouble(lowerMedianOf(steps, std::identity())));
    std::vector<std::size_t> outliers;
    for (std::size_t at = 0; at < steps.size(); ++at) {
        if (toDouble(distance(steps[at])) > limit) {
            outliers.push_back(at);
        }
    }
    const bool areFew = static_cast<double>(outliers.size()) <=
                        kMaxOutlierShare * static_cast<double>(steps.size());
    return areFew ? outliers : std::vector<std::size_t>{};
}

}  // namespace

TypicalStep findTypicalStep(std::span<const Duration> steps) {
    TypicalStep typical;
    typical.outliers = outliersOf(steps);
    std::vector<std::pair<Duration, std::size_t>> kept;  // with their positions
    for (std::size_t at = 0; at < steps.size(); ++at) {
        if (!std::ranges::binary_search(typical.outliers, at)) {
            kept.emplace_back(steps[at], at);
        }
    }
    typical.kept = kept.size();
    const auto [lower, upper] = middlePair(kept);
    typical.time = (lower.first + upper.first) / 2;
    typical.steps = {std::min(lower.second, upper.second)};
    if (lower.second != upper.second) {
        typical.steps.push_back(std::max(lower.second, upper.second));
    }
    double mean = 0;
    for (const auto& [step, at] : kept) {
        mean += toDouble(step) / static_cast<double>(kept.size());
    }
    for (const auto& [step, at] : kept) {
        typical.squares += (toDouble(step) - mean) * (toDouble(step) - mean);
    }
    return typical;
}

double studentFactor(std::size_t degrees) {
    constexpr std::array kFactors{31.821, 6.965, 4.541, 3.747, 3.365, 3.143, 2.998, 2.896,
                                  2.821,  2.764, 2.718, 2.681, 2.650, 2.624, 2.602, 2.583,
                                  2.567,  2.552, 2.539, 2.528, 2.518, 2.508, 2.500, 2.492,
                                  2.485,  2.479, 2.473, 2.467, 2.462, 2.457};
    constexpr double kNormal = 2.326;
    if (degrees <= kFactors.size()) {
        return kFactors.at(std::max<std::size_t>(degrees, 1) - 1);
    }
    // Two terms of the expansion of Cornish and Fisher (1938).
    const double count = static_cast<double>(degrees);
    const double cube = kNormal * kNormal * kNormal;
    return kNormal + (cube + kNormal) / (4 * count) +
           (5 * cube * kNormal * kNormal + 16 * cube + 3 * kNormal) / (96 * count * count);
}

double changeError(const TypicalStep& a, const TypicalStep& b, double variation) {
    const double mean = (toDouble(a.time) + toDouble(b.time)) / 2;
    const std::size_t degrees = a.kept + b.kept - 2;
    const bool isSingle = degrees == 0;
    const double prior = (isSingle ? variation : std::min(variation, kMaxPriorVariation)) * mean;
    const double variance =
        (static_cast<double>(kPriorDegrees) * prior * prior + a.squares + b.squares) /
        static_cast<double>(kPriorDegrees + degrees);
    const double ofMedian = isSingle ? 1 : std::numbers::pi / 2;
    return std::sqrt(ofMedian * variance *
                     (1 / static_cast<double>(a.kept) + 1 / static_cast<double>(b.kept)));
}

Duration smallestChange(const TypicalStep& a, const TypicalStep& b, double variation) {
    return Duration(std::llround(studentFactor(kPriorDegrees + a.kept + b.kept - 2) *
                                 changeError(a, b, variation)));
}

double stepVariation(double computeShare, std::optional<double> kernelVariation) {
    if (!kernelVariation) {
        return kHostVariation;
    }
    const double share = std::clamp(computeShare, 0.0, 1.0);
    return std::hypot(share * *kernelVariation, (1 - share) * kHostVariation);
}

}  // namespace gaplight
