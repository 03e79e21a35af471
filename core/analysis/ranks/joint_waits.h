// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/analysis/ranks/joint_collective.h"
#include "core/analysis/ranks/rank_timeline.h"
#include "core/base/time.h"

namespace gaplight {

struct RankSetAnalysis;

// A rank can wait in several kernels at once, and one kernel can serve several calls. Every sum of
// waits is the length of a union, in which each instant of a rank counts once:
//
//     stream 20   [ send waits ~~~~~~~~~~~~~~ | data moves ]
//     stream 21      [ receive waits ~~~~~~~~~~~~~ | data moves ]
//     wait        [ ------------------------------ ]
//     exposed     [ ------------------------- ]       what moves data runs, what waits does not

// An interval in which a rank waits, and the rank that it waits for.
struct JointWait {
    TimeRange range;
    std::size_t awaited = 0;
};

// The waits of one rank.
struct RankWaiting {
    // Disjoint, in time order. Of several at one time the one that ends last counts.
    std::vector<JointWait> waits;
    // When communications run that do not wait, or are not matched, and nothing computes.
    CoveredRanges otherWork;
};

// Of each rank; sets the waits of all parts, whose kernels and ends of waits are known.
// `kernelOfCall`: per rank and call. O(parts log parts + ranges of all timelines).
[[nodiscard]] std::vector<RankWaiting> findWaits(
    std::vector<JointCollective>& collectives, std::span<const CommCalls> calls,
    std::span<const std::vector<TimeRange>> kernelOfCall, std::span<const RankTimeline> timelines);

struct WaitSums {
    Duration wait{};
    Duration exposed{};
};
// Of some parts within a range: sums over ranks of the lengths of unions. O(parts log parts).
[[nodiscard]] WaitSums sumWaits(const RankSetAnalysis& set, std::vector<const RankPart*> parts,
                                TimeRange within = {Time::min(), Time::max()});

struct TransferSums {
    Duration transfer{};
    Duration exposed{};  // nothing computes
};
// The same of the time in which data moves: of a kernel, from the last arrival in any of the parts
// that it serves to its end.
[[nodiscard]] TransferSums sumTransfers(const RankSetAnalysis& set,
                                        std::vector<const RankPart*> parts);

// What a rank did while others waited for it.
struct WaitCauses {
    Duration gpu{};       // its GPU computed
    Duration host{};      // nothing ran on its GPU
    Duration transfer{};  // it was in a communication that all had joined

    Duration total() const { return gpu + host + transfer; }
};

// Of each rank. Each wait is looked up in the timeline of the awaited rank; where that one waits
// itself, in the timeline of the rank that it waits for, and so on. The sum over all ranks is the
// sum of all waits, and that of one rank has none of its own. O(waits × intervals beside × length
// of such a chain).
[[nodiscard]] std::vector<WaitCauses> waitCauses(std::span<const RankWaiting> waiting,
                                                 std::span<const RankTimeline> timelines);

}  // namespace gaplight
