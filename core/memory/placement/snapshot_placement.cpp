// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/memory/placement/snapshot_placement.h"

#include <algorithm>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>

#include "core/analysis/steps/annotations.h"
#include "core/base/statistics.h"

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

namespace {

constexpr std::size_t kMinMatched = 3;
constexpr std::size_t kMaxRanges = 20'000;
constexpr std::int32_t kGpuDeviceType = 1;
constexpr std::int64_t kReachNs =
    1'000'000'000;  // two records of one call are never this far apart

struct InstantKey {
    std::int32_t device = 0;
    std::uint64_t address = 0;
    bool isAllocation = false;

    friend auto operator<=>(const InstantKey&, const InstantKey&) = default;
};

std::int64_t nominalNs(std::int64_t us, const Trace& trace) {
    return us * 1000 - trace.facts().baseTimeNs;
}

// trace time - nominal time of each record that both have.
std::vector<std::int64_t> allocationResiduals(const MemorySnapshot& snapshot, const Trace& trace) {
    std::vector<std::pair<InstantKey, std::int64_t>> instants;
    for (const MemoryEvent& event : trace.memoryEvents()) {
        if (event.deviceType == kGpuDeviceType) {
            instants.push_back({{event.deviceId, event.address, event.bytes > 0}, ns(event.time)});
        }
    }
    std::ranges::sort(instants);
    std::vector<std::int64_t> residuals;
    for (const MemoryModel& model : snapshot.devices) {
        for (const AllocatorEvent& event : model.events) {
            const bool isAllocation = event.action == AllocatorAction::Alloc;
            if (!isAllocation && event.action != AllocatorAction::FreeRequested) {
                continue;
            }
            const InstantKey key{model.device, event.address, isAllocation};
            const std::int64_t nominal = nominalNs(event.timeUs, trace);
            const auto at = std::ranges::lower_bound(instants, std::pair(key, nominal));
            std::optional<std::int64_t> nearest;
            const auto consider = [&](const auto& instant) {
                const std::int64_t residual = instant.second - nominal;
                if (instant.first == key && std::abs(residual) < kReachNs &&
                    (!nearest || std::abs(residual) < std::abs(*nearest))) {
                    nearest = residual;
                }
            };
            if (at != instants.end()) {
                consider(*at);
            }
            if (at != instants.begin()) {
                consider(*std::prev(at));
            }
            if (nearest) {
                residuals.push_back(*nearest);
            }
        }
    }
    return residuals;
}

// Ranges of the same name match in order where both have equally many of them.
std::vector<std::int64_t> annotationResiduals(const MemorySnapshot& snapshot, const Trace& trace) {
    std::map<std::string_view, std::vector<std::int64_t>> inTrace;
    for (const SliceId slice : annotationSlices(trace)) {
        inTrace[trace.name(slice)].push_back(ns(trace.slices().start(slice)));
    }
    std::map<std::string_view, std::vector<std::int64_t>> inSnapshot;
    for (const SnapshotAnnotation& annotation : snapshot.annotations) {
        inSnapshot[annotation.name].push_back(nominalNs(annotation.beginUs, trace));
    }
    std::vector<std::int64_t> residuals;
    for (auto& [name, nominal] : inSnapshot) {
        const auto found = inTrace.find(name);
        if (found == inTrace.end() || found->second.size() != nominal.size()) {
            continue;
        }
        std::ranges::sort(found->second);
        std::ranges::sort(nominal);
        for (std::size_t at = 0; at < nominal.size(); ++at) {
            residuals.push_back(found->second[at] - nominal[at]);
        }
    }
    return residuals;
}

bool overlapsTrace(const MemorySnapshot& snapshot, const Trace& trace) {
    const std::int64_t begin = ns(trace.range().begin) - kReachNs;
    const std::int64_t end = ns(trace.range().end) + kReachNs;
    return std::ranges::any_of(snapshot.devices, [&](const MemoryModel& model) {
        return !model.events.empty() && nominalNs(model.events.front().timeUs, trace) < end &&
               nominalNs(model.events.back().timeUs, trace) > begin;
    });
}

}  // namespace

std::string_view placedByName(PlacedBy placedBy) {
    switch (placedBy) {
        case PlacedBy::Allocations:
            return "allocations";
        case PlacedBy::Annotations:
            return "annotations";
        case PlacedBy::Clock:
            break;
    }
    return "clock";
}

Result<SnapshotPlacement> placeSnapshot(const MemorySnapshot& snapshot, const Trace& trace) {
    if (!snapshot.hasTimes) {
        return fail(
            ErrorCode::BadArgument,
            "the snapshot has no times (PyTorch before 2.1 wrote none): it cannot be placed "
            "on a trace");
    }
    SnapshotPlacement placement;
    placement.baseTimeNs = trace.facts().baseTimeNs;
    if (!overlapsTrace(snapshot, trace)) {
        return fail(ErrorCode::BadArgument,
                    "the snapshot is of another time than the trace; expected both of one run");
    }
    std::vector<std::int64_t> residuals = allocationResiduals(snapshot, trace);
    placement.placedBy = PlacedBy::Allocations;
    if (residuals.size() < kMinMatched) {
        residuals = annotationResiduals(snapshot, trace);
        placement.placedBy = PlacedBy::Annotations;
    }
    if (residuals.size() < kMinMatched) {
        placement.placedBy = PlacedBy::Clock;
        return placement;
    }
    placement.matched = residuals.size();
    const std::int64_t offset = lowerMedian(residuals);
    for (std::int64_t& residual : residuals) {
        residual = std::abs(residual - offset);
    }
    constexpr std::size_t kTrusted = 99;
    placement.offset = Duration(offset);
    placement.uncertainty = Duration(percentile(residuals, kTrusted));
    return placement;
}

std::vector<SnapshotRange> stepsOfTrace(const SnapshotPlacement& placement,
                                        const Analysis& analysis) {
    std::vector<SnapshotRange> steps;
    for (const StepRow& row : analysis.steps.rows) {
        steps.push_back({"step " + std::to_string(steps.size()), placement.usOf(row.host.begin),
                         placement.usOf(row.host.end)});
    }
    return steps;
}

std::vector<SnapshotRange> annotationsOfTrace(const SnapshotPlacement& placement,
                                              const Trace& trace) {
    std::vector<SnapshotRange> ranges;
    for (const SliceId slice : annotationSlices(trace)) {
        const TimeRange range = trace.slices().range(slice);
        if (ranges.size() == kMaxRanges) {
            break;
        }
        ranges.push_back({std::string(trace.name(slice)), placement.usOf(range.begin),
                          placement.usOf(range.end)});
    }
    return ranges;
}

}  // namespace gaplight
