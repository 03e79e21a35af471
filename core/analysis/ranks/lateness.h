// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/analysis/ranks/host_excess.h"
#include "core/analysis/ranks/kernel_speed.h"
#include "core/analysis/ranks/rank_analysis.h"
#include "core/base/time.h"

namespace gaplight {

// What a rank that is late spent longer on than the others of the collective.
enum class LatenessPart : std::uint8_t {
    MoreWork,       // kernels that the others do not run, or less often: at their typical durations
    SlowerKernels,  // what its kernels take longer than the typical ones of the same kind
    Host,           // its GPU has nothing to run, and waits for no rank
    HostHeldUp,     // of that, in calls of its host that are held up (HeldUpCalls)
    OwnWaiting,     // it waits for other ranks
    CaptureStart,   // its capture began later: nothing is known of before
    Unknown,
    Count_
};
// Stable name, as in the command line's JSON and in the sections of late-rank.md: "more-work".
[[nodiscard]] std::string_view latenessPartName(LatenessPart part);

// A kernel that a rank runs more of, or with a larger launch configuration, before it arrives late.
struct MoreOfKernel {
    std::string_view name;  // a text of a trace
    std::int64_t runs = 0;  // more than the others; not above 0: only larger ones
    Duration time{};
};

struct Lateness {
    std::size_t rank = 0;
    std::array<Duration, static_cast<std::size_t>(LatenessPart::Count_)> parts{};
    std::vector<MoreOfKernel> work;  // of MoreWork, the most time first
    HostExcess host;                 // of Host and HostHeldUp; nothing without them

    Duration of(LatenessPart part) const { return parts[static_cast<std::size_t>(part)]; }
    // RankTotals::lead.
    Duration total() const;
    LatenessPart largest() const;
};

// Why a rank is late (metrics.md, "Late rank"). Each lateness is divided among what the rank spent
// longer on than the (lower) median of the others since RankPart::entry, less what earlier
// collectives since then were late by. Where steps are not known: since the collective before of
// the same group. `kernels`: kernelRuns(). O(activities log
// activities + slices of the hosts of all ranks).
[[nodiscard]] Lateness latenessOf(std::span<const RankTrace> ranks, const RankSetAnalysis& set,
                                  std::span<const KernelsOfRank> kernels, std::size_t rank);

}  // namespace gaplight
