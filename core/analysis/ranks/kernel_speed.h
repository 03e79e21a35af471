// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/analysis/ranks/rank_analysis.h"
#include "core/base/time.h"

namespace gaplight {

// How long the kernels of one rank take that all ranks run alike.
struct KernelSpeed {
    Duration time{};     // of a kernel by its median on this rank, times its number; sum
    Duration typical{};  // the same with the median of the ranks' medians
    std::uint64_t kernels = 0;

    // Of time and typical; 1 where there is nothing to compare.
    [[nodiscard]] double factor() const;
};

// Of each rank. Kernels count that all ranks run with the same name and launch configuration, as
// often as the rank that runs them least; durations are of runs that overlap no communication,
// which takes multiprocessors and bandwidth: at least kMinKernelRuns on each rank.
// O(activities log activities).
[[nodiscard]] std::vector<KernelSpeed> kernelSpeeds(std::span<const RankTrace> ranks,
                                                    const RankSetAnalysis& set);

inline constexpr std::size_t kMinKernelRuns = 3;  // for a median

}  // namespace gaplight
