// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/gpu/queue_state.h"

#include <algorithm>
#include <cstddef>
#include <optional>

#include "core/analysis/gpu/stream_keys.h"
#include "core/analysis/slices/slice_scan.h"

namespace gaplight {

std::vector<bool> queueEmptyLaunches(const Trace& trace, const LaunchIndex& launches,
                                     std::span<const ActivityId> byStart) {
    const SliceTable& slices = trace.slices();
    StreamKeys streams(trace);
    std::vector<Time> streamDone;  // per stream: last end so far
    std::vector<bool> isEmpty(byStart.size());
    for (std::size_t at = 0; at < byStart.size(); ++at) {
        const GpuActivity& activity = trace.gpuActivities()[byStart[at].index()];
        const std::size_t stream = streams.indexOf(activity);
        if (stream == streamDone.size()) {
            streamDone.push_back(Time::min());
        }
        const SliceId launch = launches.launchOf(byStart[at]);
        isEmpty[at] = launch.isValid() && streamDone[stream] <= slices.start(launch);
        streamDone[stream] = std::max(streamDone[stream], slices.end(activity.slice));
    }
    return isEmpty;
}

std::vector<TimeRange> fullQueueRanges(const Trace& trace) {
    // CUPTI_ACTIVITY_OVERHEAD_COMMAND_BUFFER_FULL, as Kineto names it (cupti_strings.cpp).
    const std::optional<StringId> name = trace.findText("Command Buffer Full");
    if (!name) {
        return {};
    }
    const std::vector<SliceId> found = scanSlices(trace, [&](SliceId slice) {
        return trace.slices().name(slice) == *name && trace.kind(slice) == SliceKind::Overhead;
    });
    std::vector<TimeRange> ranges;
    ranges.reserve(found.size());
    for (const SliceId slice : found) {
        ranges.push_back(trace.slices().range(slice));
    }
    std::sort(ranges.begin(), ranges.end(),
              [](const TimeRange& a, const TimeRange& b) { return a.begin < b.begin; });
    std::vector<TimeRange> disjoint;
    for (const TimeRange& range : ranges) {
        if (!disjoint.empty() && range.begin <= disjoint.back().end) {
            disjoint.back().end = std::max(disjoint.back().end, range.end);
        } else {
            disjoint.push_back(range);
        }
    }
    return disjoint;
}

bool overlapsAny(std::span<const TimeRange> ranges, const TimeRange& range) {
    const auto after = std::partition_point(
        ranges.begin(), ranges.end(), [&](const TimeRange& one) { return one.end <= range.begin; });
    return after != ranges.end() && after->begin < range.end;
}

}  // namespace gaplight
