// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/gpu/launch_delay.h"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "core/analysis/gpu/queue_state.h"
#include "core/analysis/gpu/stream_keys.h"
#include "core/base/statistics.h"

namespace gaplight {
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
