// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/steps/annotations.h"

#include <algorithm>
#include <cstddef>

#include "core/analysis/slices/slice_scan.h"
#include "core/analysis/steps/annotation_forest.h"
#include "core/base/parallel.h"

namespace gaplight {
namespace {

// Calls count(name number) once per name around the start of `slice`, however often the name's
// own slices nest. `lastVisit` is per name, and `visit` differs from call to call.
template <class Count>
void countNames(const AnnotationForest& forest, SliceId slice, Time time, std::uint32_t visit,
                std::vector<std::uint32_t>& lastVisit, const Count& count) {
    forest.around(forest.nodeOf(slice), time, [&](std::uint32_t name) {
        if (lastVisit[name] != visit) {
            lastVisit[name] = visit;
            count(name);
        }
    });
}

constexpr std::uint32_t kNoVisit = 0xFFFFFFFFU;

struct DeviceShare {
    std::uint64_t kernels = 0;
    Duration busy{};
    Time busyUntil = Time::min();
    Duration exposedIdle{};
};

// What the activities and gaps of one GPU add to each name.
std::vector<DeviceShare> shareOfDevice(const Trace& trace, const LaunchIndex& launches,
                                       const AnnotationForest& forest,
                                       const DeviceActivities& device, std::span<const Gap> gaps) {
    const SliceTable& slices = trace.slices();
    std::vector<DeviceShare> shares(forest.names().size());
    std::vector<std::uint32_t> lastVisit(shares.size(), kNoVisit);
    std::uint32_t visit = 0;
    for (const ActivityId id : device.byStart) {
        const SliceId launch = launches.launchOf(id);
        if (!launch.isValid()) {
            continue;
        }
        const SliceId slice = trace.gpuActivities()[id.index()].slice;
        const TimeRange range = slices.range(slice);
        const bool isKernel = trace.kind(slice) == SliceKind::Kernel;
        countNames(forest, launch, slices.start(launch), visit++, lastVisit,
                   [&](std::uint32_t name) {
                       DeviceShare& share = shares[name];
                       share.kernels += isKernel ? 1U : 0U;
                       const Time begin = std::max(range.begin, share.busyUntil);
                       share.busy += std::max(Duration::zero(), range.end - begin);
                       share.busyUntil = std::max(share.busyUntil, range.end);
                   });
    }
    for (const Gap& gap : gaps) {
        if (gap.launch.isValid()) {
            countNames(forest, gap.launch, slices.start(gap.launch), visit++, lastVisit,
                       [&](std::uint32_t name) { shares[name].exposedIdle += gap.length(); });
        }
    }
    return shares;
}

void addBlockingCalls(const Trace& trace, const AnnotationForest& forest,
                      std::span<const BlockingCall> calls, std::vector<AnnotationTotals>& totals) {
    std::vector<std::uint32_t> lastVisit(totals.size(), kNoVisit);
    std::uint32_t visit = 0;
    for (const BlockingCall& call : calls) {
        countNames(forest, call.slice, trace.slices().start(call.slice), visit++, lastVisit,
                   [&](std::uint32_t name) {
                       ++totals[name].blockingCalls;
                       totals[name].blocking += trace.slices().duration(call.slice);
                   });
    }
}

void addSlices(const Trace& trace, const AnnotationForest& forest,
               std::span<const SliceId> annotations, std::vector<AnnotationTotals>& totals) {
    for (std::size_t i = 0; i < totals.size(); ++i) {
        totals[i].name = forest.names()[i];
    }
    for (std::size_t i = 0; i < annotations.size(); ++i) {
        AnnotationTotals& row = totals[forest.nameOf(i)];
        ++row.count;
        row.total += trace.slices().duration(annotations[i]);
    }
}

}  // namespace

std::vector<SliceId> annotationSlices(const Trace& trace) {
    std::vector<SliceId> slices = scanSlices(
        trace, [&](SliceId slice) { return trace.kind(slice) == SliceKind::UserAnnotation; });
    std::erase_if(slices, [&](SliceId slice) {
        return trace.tracks()[trace.trackOf(slice).index()].kind != TrackKind::Thread;
    });
    return slices;
}

std::vector<AnnotationTotals> annotationTotals(const Trace& trace, const LaunchIndex& launches,
                                               std::span<const SliceId> annotations,
                                               std::span<const DeviceActivities> devices,
                                               std::span<const std::span<const Gap>> gapsOfDevice,
                                               std::span<const BlockingCall> blockingCalls) {
    const AnnotationForest forest(trace, annotations);
    std::vector<AnnotationTotals> totals(forest.names().size());
    if (totals.empty()) {
        return totals;
    }
    addSlices(trace, forest, annotations, totals);
    std::vector<std::vector<DeviceShare>> shares(devices.size());
    parallelFor(std::size_t{0}, devices.size(), [&](std::size_t i) {
        shares[i] = shareOfDevice(trace, launches, forest, devices[i], gapsOfDevice[i]);
    });
    for (const std::vector<DeviceShare>& device : shares) {
        for (std::size_t name = 0; name < totals.size(); ++name) {
            totals[name].kernels += device[name].kernels;
            totals[name].gpuBusy += device[name].busy;
            totals[name].exposedIdle += device[name].exposedIdle;
        }
    }
    addBlockingCalls(trace, forest, blockingCalls, totals);
    std::sort(
        totals.begin(), totals.end(), [&](const AnnotationTotals& a, const AnnotationTotals& b) {
            return a.total != b.total ? a.total > b.total : trace.text(a.name) < trace.text(b.name);
        });
    return totals;
}

}  // namespace gaplight
