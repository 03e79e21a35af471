// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "core/trace/trace.h"

namespace gaplight {

// Two traces of distributed programs that recorded different ranks.
struct JobRanks {
    int a = 0;
    int b = 0;
    int worldSize = 0;
    // Recorded at the same time: ranks of one job, which wait for each other. Otherwise two runs.
    bool isOneJob = false;
};

// Empty unless both traces record a rank and a number of ranks, the same number and different
// ranks. One job: the recorded intervals, in time since the Unix epoch, overlap by at least half of
// the shorter one. Traces whose epoch is not known are of no common job.
[[nodiscard]] std::optional<JobRanks> differentRanks(const Trace& a, const Trace& b);

}  // namespace gaplight
