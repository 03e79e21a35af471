// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/memory/memory_model.h"

#include <algorithm>
#include <utility>

#include <tbb/parallel_invoke.h>

#include "core/memory/allocation_pass.h"
#include "core/memory/segment_pass.h"

namespace gaplight {
namespace {

// Sums of what begins and ends at each moment.
Column<std::int64_t> allocatedOf(const Column<Allocation>& allocations, std::size_t moments) {
    Column<std::int64_t> bytes;
    bytes.resize(moments);
    std::fill(bytes.begin(), bytes.end(), 0);
    for (const Allocation& allocation : allocations) {
        if (allocation.begin < allocation.end && allocation.begin < moments) {
            bytes[allocation.begin] += allocation.size;
            if (allocation.end < moments) {
                bytes[allocation.end] -= allocation.size;
            }
        }
    }
    for (std::size_t at = 1; at < moments; ++at) {
        bytes[at] += bytes[at - 1];
    }
    return bytes;
}

std::vector<ReservedStep> reservedOf(const std::vector<SegmentSpan>& segments) {
    std::vector<ReservedStep> changes{{0, 0}};
    for (const SegmentSpan& span : segments) {
        changes.push_back({span.begin, span.size});
        if (span.end != kNoMoment) {
            changes.push_back({span.end, -span.size});
        }
    }
    std::ranges::stable_sort(changes, {}, &ReservedStep::begin);
    std::vector<ReservedStep> steps;
    std::int64_t bytes = 0;
    for (const ReservedStep& change : changes) {
        bytes += change.bytes;
        if (!steps.empty() && steps.back().begin == change.begin) {
            steps.back().bytes = bytes;
        } else {
            steps.push_back({change.begin, bytes});
        }
    }
    return steps;
}

MemoryModel modelOf(DeviceHistory history, SnapshotIssues& issues) {
    MemoryModel model;
    model.device = history.device;
    SnapshotIssues ofSegments;
    tbb::parallel_invoke([&] { model.segments = segmentSpans(history, ofSegments); },
                         [&] { model.allocations = allocationsOf(history, issues); });
    issues.merge(ofSegments);
    model.events = std::move(history.events);
    model.finalSegments = std::move(history.segments);
    model.allocated = allocatedOf(model.allocations, model.events.size() + 1);
    model.reserved = reservedOf(model.segments);
    return model;
}

}  // namespace

std::int64_t MemoryModel::reservedAt(Moment moment) const {
    const auto after = std::ranges::upper_bound(reserved, moment, {}, &ReservedStep::begin);
    return after == reserved.begin() ? 0 : std::prev(after)->bytes;
}

std::int64_t MemoryModel::timeUs(Moment moment) const {
    if (events.empty()) {
        return 0;
    }
    return moment == 0 ? events.front().timeUs
                       : events[std::min<std::size_t>(moment, events.size()) - 1].timeUs;
}

Moment MemoryModel::momentAt(std::int64_t timeUs) const {
    const auto after = std::ranges::upper_bound(events, timeUs, {}, &AllocatorEvent::timeUs);
    return static_cast<Moment>(after - events.begin());
}

Moment MemoryModel::peak() const {
    return static_cast<Moment>(std::ranges::max_element(allocated) - allocated.begin());
}

Moment MemoryModel::reservedPeak() const {
    const auto most = std::ranges::max_element(reserved, {}, &ReservedStep::bytes);
    return most == reserved.end() ? 0 : most->begin;
}

MemorySnapshot buildMemorySnapshot(AllocatorHistory history, std::string path) {
    MemorySnapshot snapshot;
    snapshot.path = std::move(path);
    snapshot.issues = history.issues;
    for (DeviceHistory& device : history.devices) {
        snapshot.devices.push_back(modelOf(std::move(device), snapshot.issues));
    }
    snapshot.streams = std::move(history.streams);
    snapshot.annotations = std::move(history.annotations);
    snapshot.stacks = std::move(history.stacks);
    snapshot.hasTimes = history.hasTimes;
    return snapshot;
}

}  // namespace gaplight
