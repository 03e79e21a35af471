// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "core/analysis/ranks/rank_analysis.h"
#include "core/base/time.h"

namespace gaplight {

// A step that took longer than the others.
struct OutlierStep {
    int step = 0;                     // as RankStep::step
    Duration length{};                // median over ranks
    std::optional<std::size_t> late;  // the rank that was late by most in it; empty: none was late
    Duration lead{};                  // of that rank, in the collectives of the step
};

struct StepLengths {
    std::size_t steps = 0;
    Duration typical{};                 // median over steps of the median over ranks
    std::vector<OutlierStep> outliers;  // longest first
};

// A step is an outlier if it is longer than the typical one by more than kMinOutlierShare of it and
// by more than kMinDeviations median deviations. The first step that a rank shows is left out: what
// came before it was not recorded. O(ranks × steps log).
[[nodiscard]] StepLengths stepLengths(const RankSetAnalysis& set);

inline constexpr double kMinOutlierShare = 0.1;
inline constexpr int kMinDeviations = 5;

}  // namespace gaplight
