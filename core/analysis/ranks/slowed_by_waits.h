// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "core/analysis/ranks/rank_analysis.h"
#include "core/analysis/replay/replay_edit.h"

namespace gaplight {

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
