// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/counted_activities.h"

#include <algorithm>

#include "core/analysis/analysis.h"
#include "core/base/intervals.h"

namespace gaplight {

std::vector<CountedActivity> countedActivities(const Trace& trace, const LaunchIndex& launches,
                                               std::span<const TrackId> tracks, TimeRange range,
                                               ActivityScope scope) {
    std::vector<bool> isChosen(trace.tracks().size());
    for (const TrackId track : tracks) {
        isChosen[track.index()] = true;
    }
    std::vector<CountedActivity> counted;
    for (std::size_t at = 0; at < trace.gpuActivities().size(); ++at) {
        const SliceId slice = trace.gpuActivities()[at].slice;
        const SliceId launch = launches.launchOf(ActivityId(at));
        const SliceId judged = scope == ActivityScope::Launched ? launch : slice;
        if (!judged.isValid() || !isChosen[trace.trackOf(judged).index()]) {
            continue;
        }
        const TimeRange ran = trace.slices().range(slice);
        if (scope == ActivityScope::Launched) {
            if (range.contains(trace.slices().start(launch))) {
                counted.push_back({launch, slice, ran.length()});
            }
        } else if (ran.overlaps(range)) {
            counted.push_back({launch, slice, commonPart(ran, range).length()});
        }
    }
    return counted;
}

bool isSideGpu(const Analysis& analysis, const DeviceAnalysis& device) {
    constexpr std::uint64_t kSideSharePercent = 5;
    std::uint64_t most = 0;
    for (const DeviceAnalysis& other : analysis.devices) {
        most = other.graphsUnderRecorded ? most : std::max(most, other.totals.kernels);
    }
    return device.totals.kernels * 100 < most * kSideSharePercent;
}

}  // namespace gaplight
