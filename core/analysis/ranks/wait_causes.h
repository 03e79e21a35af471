// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/analysis/ranks/joint_waits.h"
#include "core/analysis/ranks/rank_timeline.h"
#include "core/base/time.h"

namespace gaplight {

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
