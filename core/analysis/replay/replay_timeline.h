// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "core/analysis/replay/critical_path.h"
#include "core/base/time.h"
#include "core/trace/ids.h"

namespace gaplight {

// A slice of the trace when a replay has it.
struct ReplayedSlice {
    SliceId slice;
    TimeRange range;
};

// A replay in full. What comes before the first edit lies where the trace has it, but for waits
// that the replay takes to be of typical length.
struct ReplayTimeline {
    TimeRange window;                   // first activity's start to last one's end
    std::vector<ReplayedSlice> slices;  // calls that launch or block, and activities; by slice
    CriticalPath path;
    // The median time from the end of one step's GPU work to the end of the next one's; empty
    // with fewer than two steps.
    std::optional<Duration> step;
};

}  // namespace gaplight
