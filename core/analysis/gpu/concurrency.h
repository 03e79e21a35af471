// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "core/base/intervals.h"
#include "core/base/time.h"
#include "core/index/launch_index.h"
#include "core/trace/trace.h"

namespace gaplight {

// The time during which at least two kernels of one GPU run at once.
class Concurrency {
public:
    // `activities`: of one GPU, by start; copies and memsets do not count. O(n).
    Concurrency(const Trace& trace, std::span<const ActivityId> activities);

    // The part of a kernel of that GPU during which another one runs too. O(log n + overlaps).
    Duration besideOthers(SliceId kernel) const;

private:
    const Trace& m_trace;
    MergedRanges m_shared;  // at least two kernels
};

}  // namespace gaplight
