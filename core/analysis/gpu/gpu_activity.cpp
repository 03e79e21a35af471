// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/gpu/gpu_activity.h"

#include <algorithm>
#include <cstddef>
#include <map>

#include "core/analysis/gpu/stream_keys.h"
#include "core/analysis/torch/kernel_group.h"
#include "core/base/intervals.h"
#include "core/base/parallel.h"

namespace gaplight {

double GpuActivityTotals::utilization() const {
    const Duration length = window.length();
    return length.count() == 0
               ? 0.0
               : static_cast<double>(busy.count()) / static_cast<double>(length.count());
}

namespace {

bool isCommunication(const Trace& trace, KernelGroups& groups, SliceId activity) {
    return trace.kind(activity) != SliceKind::Memset &&
           groups.of(activity) == KernelGroup::Collective;
}

// Takes the activities in front of the window out of `device.byStart`.
void cutBeforeCapture(const Trace& trace, const LaunchIndex& launches, DeviceActivities& device) {
    std::vector<ActivityId>& byStart = device.byStart;
    const SliceTable& slices = trace.slices();
    const auto rangeOf = [&](ActivityId id) {
        return slices.range(trace.gpuActivities()[id.index()].slice);
    };
    const auto launched = std::find_if(byStart.begin(), byStart.end(), [&](ActivityId id) {
        return launches.launchOf(id).isValid();
    });
    const Time begin = rangeOf(launched == byStart.end() ? byStart.front() : *launched).begin;
    // Activities that start with the first launched one are inside.
    const auto first = std::find_if(byStart.begin(), byStart.end(),
                                    [&](ActivityId id) { return rangeOf(id).begin >= begin; });
    device.busyAtStart = {begin, begin};
    for (auto before = byStart.begin(); before != first; ++before) {
        device.busyAtStart.end = std::max(device.busyAtStart.end, rangeOf(*before).end);
    }
    device.beforeCapture = static_cast<std::uint64_t>(first - byStart.begin());
    byStart.erase(byStart.begin(), first);
}

}  // namespace

std::vector<DeviceActivities> activitiesByDevice(const Trace& trace, const LaunchIndex& launches) {
    std::map<GpuId, std::vector<ActivityId>> byGpu;
    std::vector<ActivityId>* list = nullptr;
    GpuId listGpu;
    const auto activities = trace.gpuActivities();
    for (std::size_t i = 0; i < activities.size(); ++i) {
        if (list == nullptr || listGpu != activities[i].gpu) {
            listGpu = activities[i].gpu;
            list = &byGpu[listGpu];
        }
        list->emplace_back(i);
    }
    std::vector<DeviceActivities> devices;
    for (auto& [gpu, ids] : byGpu) {
        // Ids ascend by slice, so the id breaks ties as the slice would.
        const auto before = [&](ActivityId a, ActivityId b) {
            const Time startA = trace.slices().start(activities[a.index()].slice);
            const Time startB = trace.slices().start(activities[b.index()].slice);
            return startA != startB ? startA < startB : a < b;
        };
        if (!std::is_sorted(ids.begin(), ids.end(), before)) {
            parallelSort(ids.begin(), ids.end(), before);
        }
        ids.shrink_to_fit();
        DeviceActivities device{gpu, std::move(ids), {}, 0};
        cutBeforeCapture(trace, launches, device);
        devices.push_back(std::move(device));
    }
    return devices;
}

GpuActivityTotals gpuActivityTotals(const Trace& trace, const DeviceActivities& activities,
                                    const std::optional<TimeRange>& range) {
    GpuActivityTotals totals;
    totals.gpu = activities.gpu;
    totals.beforeCapture = activities.beforeCapture;
    RunningUnion whole;
    RunningUnion busy;
    RunningUnion compute;
    RunningUnion withoutCopies;
    KernelGroups groups(trace);
    StreamKeys streams(trace);
    const TimeRange atStart = activities.busyAtStart;
    if (atStart.begin < atStart.end) {
        whole.add(atStart);
        if (!range || atStart.overlaps(*range)) {
            const TimeRange part = range ? commonPart(atStart, *range) : atStart;
            busy.add(part);
            withoutCopies.add(part);
            compute.add(part);
        }
    }
    for (const ActivityId id : activities.byStart) {
        const GpuActivity& activity = trace.gpuActivities()[id.index()];
        const TimeRange own = trace.slices().range(activity.slice);
        whole.add(own);
        if (range && !own.overlaps(*range) && !range->contains(own.begin)) {
            continue;
        }
        const TimeRange part = range ? commonPart(own, *range) : own;
        busy.add(part);
        static_cast<void>(streams.indexOf(activity));
        const SliceKind kind = trace.kind(activity.slice);
        if (kind == SliceKind::Memcpy) {
            ++totals.memcpys;
            continue;
        }
        withoutCopies.add(part);
        ++(kind == SliceKind::Memset ? totals.memsets : totals.kernels);
        if (!isCommunication(trace, groups, activity.slice)) {
            compute.add(part);
        }
    }
    totals.window = range ? commonPart(whole.window(), *range) : whole.window();
    totals.busy = busy.length();
    totals.idle = totals.window.length() - totals.busy;
    totals.compute = compute.length();
    totals.communicationAlone = withoutCopies.length() - totals.compute;
    totals.copiesAlone = totals.busy - withoutCopies.length();
    totals.streams = static_cast<std::uint32_t>(streams.size());
    return totals;
}

NotComputing notComputing(const Trace& trace, std::span<const ActivityId> byStart,
                          TimeRange busyAtStart) {
    KernelGroups groups(trace);
    MergedRanges communication;
    MergedRanges copies;
    const auto sliceOf = [&](ActivityId id) { return trace.gpuActivities()[id.index()].slice; };
    for (const ActivityId id : byStart) {
        const SliceId slice = sliceOf(id);
        if (trace.kind(slice) == SliceKind::Memcpy) {
            copies.add(trace.slices().range(slice));
        } else if (isCommunication(trace, groups, slice)) {
            communication.add(trace.slices().range(slice));
        }
    }
    if (communication.ranges().empty() && copies.ranges().empty()) {
        return {};
    }
    MergedRanges computing;  // beside them
    if (busyAtStart.begin < busyAtStart.end) {
        computing.add(busyAtStart);
    }
    for (const ActivityId id : byStart) {
        const SliceId slice = sliceOf(id);
        const TimeRange range = trace.slices().range(slice);
        if (trace.kind(slice) != SliceKind::Memcpy && !isCommunication(trace, groups, slice) &&
            (communication.overlaps(range) || copies.overlaps(range))) {
            computing.add(range);
        }
    }
    return {
        rangesOutside(communication.ranges(), computing.ranges()),
        rangesOutside(rangesOutside(copies.ranges(), computing.ranges()), communication.ranges())};
}

DeviceActivities activitiesWithin(const Trace& trace, DeviceActivities activities,
                                  TimeRange range) {
    std::erase_if(activities.byStart, [&](ActivityId id) {
        const SliceId slice = trace.gpuActivities()[id.index()].slice;
        const TimeRange own = trace.slices().range(slice);
        // An activity of no length belongs to the range in which it is.
        return !own.overlaps(range) && !range.contains(own.begin);
    });
    return activities;
}

Concurrency::Concurrency(const Trace& trace, std::span<const ActivityId> activities)
    : m_trace(trace) {
    Time latestEnd = Time::min();  // of the kernels so far
    for (const ActivityId id : activities) {
        const SliceId slice = trace.gpuActivities()[id.index()].slice;
        if (trace.kind(slice) != SliceKind::Kernel) {
            continue;
        }
        const TimeRange range = trace.slices().range(slice);
        if (range.begin < latestEnd) {
            m_shared.add({range.begin, std::min(range.end, latestEnd)});
        }
        latestEnd = std::max(latestEnd, range.end);
    }
}

Duration Concurrency::besideOthers(SliceId kernel) const {
    const TimeRange range = m_trace.slices().range(kernel);
    return range.length() - m_shared.uncovered(range);
}

}  // namespace gaplight
