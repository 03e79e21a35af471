// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/gpu/gpu_activity.h"

#include <algorithm>
#include <cstddef>
#include <map>

#include <tbb/parallel_sort.h>

#include "core/analysis/gpu/stream_keys.h"
#include "core/base/intervals.h"

namespace gaplight {

double GpuActivityTotals::utilisation() const {
    const Duration length = window.length();
    return length.count() == 0
               ? 0.0
               : static_cast<double>(busy.count()) / static_cast<double>(length.count());
}

std::vector<DeviceActivities> activitiesByDevice(const Trace& trace) {
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
            tbb::parallel_sort(ids.begin(), ids.end(), before);
        }
        ids.shrink_to_fit();
        devices.push_back({gpu, std::move(ids)});
    }
    return devices;
}

GpuActivityTotals gpuActivityTotals(const Trace& trace, const DeviceActivities& activities,
                                    const std::optional<TimeRange>& range) {
    GpuActivityTotals totals;
    totals.gpu = activities.gpu;
    RunningUnion whole;
    RunningUnion busy;
    StreamKeys streams(trace);
    for (const ActivityId id : activities.byStart) {
        const GpuActivity& activity = trace.gpuActivities()[id.index()];
        const TimeRange own = trace.slices().range(activity.slice);
        whole.add(own);
        if (range && !own.overlaps(*range) && !range->contains(own.begin)) {
            continue;
        }
        busy.add(range ? commonPart(own, *range) : own);
        static_cast<void>(streams.indexOf(activity));
        switch (trace.kind(activity.slice)) {
            case SliceKind::Memcpy:
                ++totals.memcpys;
                break;
            case SliceKind::Memset:
                ++totals.memsets;
                break;
            default:
                ++totals.kernels;
        }
    }
    totals.window = range ? commonPart(whole.window(), *range) : whole.window();
    totals.busy = busy.length();
    totals.idle = totals.window.length() - totals.busy;
    totals.streams = static_cast<std::uint32_t>(streams.size());
    return totals;
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

}  // namespace gaplight
