// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/base/time.h"
#include "core/fleet/rank_summary.h"

namespace gaplight::test {

// A delay of one rank in front of one of its calls. All other ranks wait in that call.
struct PlantedDelay {
    int rank = 0;
    std::size_t call = 0;
    Duration time{};
    bool isGpu = false;  // it computes meanwhile; else its GPU is idle
};

// `count` ranks that all do what `model` does, each with a clock of its own (off by up to 20 ms)
// and some microseconds earlier or later, but for the delays. `model`: a summary whose calls are
// collectives of all ranks, one after the other.
[[nodiscard]] std::vector<RankSummary> madeFleet(const RankSummary& model, int count,
                                                 std::span<const PlantedDelay> delays);

}  // namespace gaplight::test
