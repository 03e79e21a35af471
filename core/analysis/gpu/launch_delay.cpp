// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/gpu/launch_delay.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <vector>

#include "core/analysis/gpu/queue_state.h"
#include "core/analysis/gpu/stream_keys.h"
#include "core/base/intervals.h"
#include "core/base/statistics.h"

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

namespace {

LaunchDelays summarize(std::vector<Duration>& delays) {
    if (delays.empty()) {
        return {};
    }
    return {delays.size(), percentile(delays, 50), percentile(delays, 95)};
}

}  // namespace

LaunchDelayTotals launchDelayTotals(const Trace& trace, const LaunchIndex& launches,
                                    const DeviceActivities& activities,
                                    const std::optional<TimeRange>& range) {
    const SliceTable& slices = trace.slices();
    StreamKeys streams(trace);
    std::vector<Time> streamDone;  // per stream: last end so far
    std::vector<Duration> queueEmpty;
    std::vector<Duration> queued;
    for (const ActivityId id : activities.byStart) {
        const GpuActivity& activity = trace.gpuActivities()[id.index()];
        const std::size_t stream = streams.indexOf(activity);
        if (stream == streamDone.size()) {
            streamDone.push_back(Time::min());
        }
        const SliceId launch = launches.launchOf(id);
        if (launch.isValid() && (!range || range->contains(slices.start(activity.slice)))) {
            const Duration delay = slices.start(activity.slice) - slices.end(launch);
            const bool wasEmpty = streamDone[stream] <= slices.start(launch);
            (wasEmpty ? queueEmpty : queued).push_back(delay);
        }
        streamDone[stream] = std::max(streamDone[stream], slices.end(activity.slice));
    }
    return {summarize(queueEmpty), summarize(queued)};
}

std::vector<KernelLaunchDelay> kernelLaunchDelays(const Trace& trace, const LaunchIndex& launches,
                                                  std::span<const ActivityId> byStart) {
    const SliceTable& slices = trace.slices();
    const std::vector<bool> isEmpty = queueEmptyLaunches(trace, launches, byStart);
    std::vector<KernelLaunchDelay> delays;
    Time done = Time::min();  // of all streams
    for (std::size_t at = 0; at < byStart.size(); ++at) {
        const SliceId slice = trace.gpuActivities()[byStart[at].index()].slice;
        if (isEmpty[at] && trace.kind(slice) == SliceKind::Kernel) {
            const SliceId launch = launches.launchOf(byStart[at]);
            if (done <= slices.end(launch)) {
                delays.push_back({launch, slice, slices.start(slice) - slices.end(launch)});
            }
        }
        done = std::max(done, slices.end(slice));
    }
    return delays;
}

}  // namespace gaplight
