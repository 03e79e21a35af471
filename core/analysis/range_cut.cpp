// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/range_cut.h"

#include <algorithm>

namespace gaplight {

TimeRange commonPart(TimeRange a, TimeRange b) {
    const Time begin = std::max(a.begin, b.begin);
    return {begin, std::max(begin, std::min(a.end, b.end))};
}

DeviceActivities activitiesWithin(const Trace& trace, DeviceActivities activities,
                                  TimeRange range) {
    std::erase_if(activities.byStart, [&](ActivityId id) {
        const SliceId slice = trace.gpuActivities()[id.index()].slice;
        const TimeRange own = trace.slices().range(slice);
        // An activity of no length belongs to the range in which it lies.
        return !own.overlaps(range) && !range.contains(own.begin);
    });
    return activities;
}

std::vector<Gap> gapsWithin(std::vector<Gap> gaps, TimeRange range) {
    std::erase_if(gaps, [&](const Gap& gap) { return !gap.range().overlaps(range); });
    for (Gap& gap : gaps) {
        gap.begin = std::max(gap.begin, range.begin);
        gap.end = std::min(gap.end, range.end);
    }
    return gaps;
}

std::vector<SliceId> startingWithin(const Trace& trace, std::vector<SliceId> slices,
                                    TimeRange range) {
    std::erase_if(slices,
                  [&](SliceId slice) { return !range.contains(trace.slices().start(slice)); });
    return slices;
}

}  // namespace gaplight
