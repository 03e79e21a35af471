// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/gpu/launched_work.h"

#include <algorithm>
#include <map>
#include <vector>

#include "core/base/intervals.h"

namespace gaplight {

LaunchedWork workLaunchedIn(const Trace& trace, const LaunchIndex& launches, SliceId slice) {
    LaunchedWork work;
    const SliceTable& slices = trace.slices();
    const TrackId track = trace.trackOf(slice);
    if (trace.tracks()[track.index()].kind != TrackKind::Thread) {
        return work;
    }
    // The slices of a track are in the order of their starts.
    const auto all = launches.launches();
    const auto first = std::lower_bound(all.begin(), all.end(), slice);
    std::map<GpuId, std::vector<TimeRange>> rangesOf;
    for (auto launch = first; launch != all.end() && trace.trackOf(*launch) == track &&
                              (*launch == slice || slices.start(*launch) < slices.end(slice));
         ++launch) {
        for (const ActivityId id : launches.activitiesOf(*launch)) {
            const GpuActivity& activity = trace.gpuActivities()[id.index()];
            const TimeRange range = slices.range(activity.slice);
            work.range = work.activities == 0 ? range
                                              : TimeRange{std::min(work.range.begin, range.begin),
                                                          std::max(work.range.end, range.end)};
            ++work.activities;
            work.sum += range.length();
            rangesOf[activity.gpu].push_back(range);
        }
    }
    for (auto& [gpu, ranges] : rangesOf) {
        std::sort(ranges.begin(), ranges.end(),
                  [](const TimeRange& a, const TimeRange& b) { return a.begin < b.begin; });
        RunningUnion busy;
        for (const TimeRange& range : ranges) {
            busy.add(range);
        }
        work.busy += busy.length();
    }
    return work;
}

}  // namespace gaplight
