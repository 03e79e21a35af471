// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>

#include "core/index/launch_index.h"
#include "core/trace/trace.h"

namespace gaplight {

// Whether a call inside a slice of a host thread launched GPU work. O(log launches).
[[nodiscard]] inline bool launchesInside(const Trace& trace, const LaunchIndex& launches,
                                         SliceId slice) {
    const auto all = launches.launches();
    const auto next = std::upper_bound(all.begin(), all.end(), slice);
    return next != all.end() && trace.slices().start(*next) < trace.slices().end(slice) &&
           trace.trackOf(*next) == trace.trackOf(slice);
}

}  // namespace gaplight
