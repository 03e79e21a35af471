// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "core/index/launch_index.h"
#include "core/trace/trace.h"

namespace gaplight {

// Calls visit(slice) for what a thread was in during `range`: first what had begun by its begin,
// outermost first, then what begins inside, in time order. What had begun may have ended.
// O(log slices + slices inside + depth).
template <class Visit>
void forEachSliceDuring(const Trace& trace, TrackId thread, TimeRange range, const Visit& visit) {
    const SliceTable& slices = trace.slices();
    const Track& track = trace.tracks()[thread.index()];
    const std::size_t first = track.firstSlice.index();
    const std::size_t end = first + track.sliceCount;
    const auto starts = slices.starts().subspan(first, track.sliceCount);
    const auto after = std::upper_bound(starts.begin(), starts.end(), range.begin);
    std::size_t next = first + static_cast<std::size_t>(after - starts.begin());
    std::vector<SliceId> open;
    if (next > first) {
        for (SliceId up(next - 1); up.isValid(); up = slices.parent(up)) {
            open.push_back(up);
        }
    }
    std::for_each(open.rbegin(), open.rend(), visit);
    for (; next < end && slices.start(SliceId(next)) < range.end; ++next) {
        visit(SliceId(next));
    }
}

// Whether a call inside a slice of a host thread launched GPU work. O(log launches).
[[nodiscard]] inline bool launchesInside(const Trace& trace, const LaunchIndex& launches,
                                         SliceId slice) {
    const auto all = launches.launches();
    const auto next = std::upper_bound(all.begin(), all.end(), slice);
    return next != all.end() && trace.slices().start(*next) < trace.slices().end(slice) &&
           trace.trackOf(*next) == trace.trackOf(slice);
}

}  // namespace gaplight
