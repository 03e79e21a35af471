// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/memory/placement/work_meanwhile.h"

#include <algorithm>
#include <span>

namespace gaplight {

WorkMeanwhile workMeanwhile(const SnapshotPlacement& placement, const MemoryModel& model,
                            const Allocation& allocation, const Trace& trace,
                            const Analysis& analysis) {
    const auto device = std::ranges::find(analysis.devices, model.device,
                                          [](const auto& one) { return one.totals.gpu.device; });
    if (device == analysis.devices.end()) {
        return {};
    }
    const TimeRange held{
        placement.timeOf(model.timeUs(allocation.begin)),
        placement.timeOf(model.timeUs(std::min(allocation.end, model.lastMoment())))};
    const auto beginOf = [&](ActivityId id) {
        return trace.slices().range(trace.gpuActivities()[id.index()].slice).begin;
    };
    const auto& byStart = device->byStart;
    const auto first = std::ranges::lower_bound(byStart, held.begin, {}, beginOf);
    const auto last = std::ranges::lower_bound(first, byStart.end(), held.end, {}, beginOf);
    const std::span<const ActivityId> during(first, last);
    return {during.size(), kernelTotals(trace, during, held)};
}

}  // namespace gaplight
