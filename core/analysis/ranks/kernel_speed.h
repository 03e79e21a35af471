// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "core/analysis/ranks/rank_analysis.h"
#include "core/analysis/replay/replay_edit.h"
#include "core/base/time.h"

namespace gaplight {

// Name and launch configuration (grid and block; 0: not recorded). The name is a text of the trace.
using KernelShape = std::array<std::uint32_t, 6>;
using KernelKind = std::pair<std::string_view, KernelShape>;
[[nodiscard]] KernelKind kernelKind(const Trace& trace, SliceId kernel);
// Kernels of one name do the same work where they have the same configuration, which copies do not
// have, nor kernels of traces that do not record it.
[[nodiscard]] inline bool hasShape(const KernelKind& kind) {
    return kind.second != KernelShape{};
}

// How long the kernels of one rank take that all ranks run alike.
struct KernelSpeed {
    Duration time{};     // of a kernel by its median on this rank, times its number; sum
    Duration typical{};  // the same with the median of the ranks' medians
    std::uint64_t kernels = 0;
    // The same by the medians of one step alone, for each step in which all ranks run such kernels;
    // one of -1 where steps are not known.
    struct Step {
        Duration time{};
        Duration typical{};
    };
    std::map<int, Step> steps;

    // time / typical; 1 where there is nothing to compare.
    double factor() const;
};

inline constexpr std::size_t kMinKernelRuns = 3;  // for a median

// How long one kind of kernel takes on one rank.
struct KernelRuns {
    Duration median{};  // of undisturbed runs, where there are any
    // Beside no communication, which takes SMs and bandwidth, and after the first that the trace
    // shows: before that, one that began before the capture may run, of which nothing is recorded.
    std::size_t undisturbed = 0;
    std::size_t all = 0;
    std::map<int, Duration> steps;  // median of the undisturbed runs of each step; as KernelSpeed

    bool isComparable() const { return undisturbed >= kMinKernelRuns; }
};
using KernelsOfRank = std::map<KernelKind, KernelRuns>;
// Of all GPU activities of each rank. O(activities log activities).
[[nodiscard]] std::vector<KernelsOfRank> kernelRuns(std::span<const RankTrace> ranks,
                                                    const RankSetAnalysis& set);

// One kernel that all ranks run with the same name and launch configuration.
struct EqualKernel {
    std::string_view name;          // a text of a trace
    std::vector<Duration> medians;  // by rank
    Duration typical{};             // median of these
    std::uint64_t count = 0;        // runs on the rank that runs it least
    bool hasShape = false;          // its launch configuration is recorded: else it may be another
    std::map<int, std::vector<Duration>> steps;  // `medians` of each step of all ranks

    std::size_t slowest() const;  // rank
    // What the slowest rank takes longer, over all runs.
    Duration excess() const;
};

// Largest excess first, of kinds that are comparable on each rank. O(kinds × ranks).
[[nodiscard]] std::vector<EqualKernel> equalKernels(std::span<const KernelsOfRank> ranks);

// Sums by rank, of `ranks` ranks: of equal kernels whose launch configuration is recorded.
[[nodiscard]] std::vector<KernelSpeed> kernelSpeeds(std::span<const EqualKernel> kernels,
                                                    std::size_t ranks);

// A kernel that ran beside a wait for another rank and took longer than alone: a collective that
// waits keeps multiprocessors and memory busy.
struct SlowedByWait {
    ReplayEdit withoutWait;   // makes it as long as the same kernel is alone (median)
    std::size_t awaited = 0;  // rank, as a position in the set
};

// The kernels of one rank of the set that waits slowed down. A kernel beside waits for several
// ranks is listed for each of them. O(ranks × activities).
[[nodiscard]] std::vector<SlowedByWait> kernelsSlowedByWaits(const RankTrace& trace,
                                                             const RankSetAnalysis& set,
                                                             std::size_t rank);

}  // namespace gaplight
