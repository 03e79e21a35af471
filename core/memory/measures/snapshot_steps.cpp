// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/memory/measures/snapshot_steps.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <unordered_map>

#include "core/analysis/torch/annotation_name.h"

namespace gaplight {
namespace {

constexpr std::size_t kMinSteps = 3;
constexpr std::uint64_t kMaxVisited = std::uint64_t{64} << 20U;
constexpr std::uint64_t kMaxVisits = 16;  // of one event

std::string_view groupName(std::string_view name) {
    return isProfilerStep(name) ? kProfilerStepGroup : name;
}

// The first allocation, in order of begin, that begins at `moment` or later.
std::size_t firstAllocation(const MemoryModel& model, Moment moment) {
    return static_cast<std::size_t>(
        std::ranges::lower_bound(model.allocations, moment, {}, &Allocation::begin) -
        model.allocations.begin());
}

}  // namespace

std::vector<SnapshotRange> stepsOfAnnotations(const MemorySnapshot& snapshot) {
    // Annotations are sorted by begin; one that begins before the end of an outer one is inside.
    std::vector<const SnapshotAnnotation*> outermost;
    std::int64_t end = 0;
    for (const SnapshotAnnotation& annotation : snapshot.annotations) {
        if (annotation.device == snapshot.annotations.front().device &&
            (outermost.empty() || annotation.beginUs >= end)) {
            outermost.push_back(&annotation);
            end = annotation.endUs;
        }
    }
    std::map<std::string_view, std::size_t> counts;
    for (const SnapshotAnnotation* annotation : outermost) {
        ++counts[groupName(annotation->name)];
    }
    const auto most =
        std::ranges::max_element(counts, {}, [](const auto& entry) { return entry.second; });
    std::vector<SnapshotRange> steps;
    if (most == counts.end() || most->second < kMinSteps) {
        return steps;
    }
    for (const SnapshotAnnotation* annotation : outermost) {
        if (groupName(annotation->name) == most->first) {
            const bool isNumbered = isProfilerStep(annotation->name);
            if (!steps.empty()) {
                steps.back().endUs = annotation->beginUs;
            }
            steps.push_back({isNumbered ? annotation->name
                                        : annotation->name + " " + std::to_string(steps.size()),
                             annotation->beginUs, annotation->endUs});
        }
    }
    return steps;
}

std::vector<RangeMemory> memoryOfRanges(const MemoryModel& model,
                                        const std::vector<SnapshotRange>& ranges) {
    std::vector<RangeMemory> rows;
    std::uint64_t visited = 0;
    for (const SnapshotRange& range : ranges) {
        RangeMemory row;
        row.label = range.label;
        row.begin = model.momentAt(range.beginUs - 1);
        row.end = std::max(row.begin, model.momentAt(range.endUs));
        visited += row.end - row.begin;
        if (visited > kMaxVisited + kMaxVisits * model.events.size()) {
            break;
        }
        row.heldAtEnd = model.allocated[row.end];
        for (Moment moment = row.begin; moment <= row.end; ++moment) {
            row.peak = std::max(row.peak, model.allocated[moment]);
        }
        for (Moment moment = row.begin; moment < row.end; ++moment) {
            const AllocatorEvent& event = model.events[moment];
            const std::int64_t change = model.allocated[moment + 1] - model.allocated[moment];
            row.allocatedBytes += std::max<std::int64_t>(change, 0);
            row.freedBytes -= std::min<std::int64_t>(change, 0);
            row.allocations += event.action == AllocatorAction::Alloc ? 1 : 0;
            if (event.action == AllocatorAction::SegmentAlloc ||
                event.action == AllocatorAction::SegmentMap) {
                ++row.segmentsTaken;
                row.segmentBytesTaken += event.size;
            } else if (event.action == AllocatorAction::SegmentFree ||
                       event.action == AllocatorAction::SegmentUnmap) {
                ++row.segmentsReturned;
            }
        }
        rows.push_back(std::move(row));
    }
    return rows;
}

std::vector<KeptMemory> keptOfSteps(const MemoryModel& model, const OwnFrames& frames,
                                    std::span<const RangeMemory> steps, Moment moment) {
    std::unordered_map<FrameId, std::size_t> places;
    std::vector<KeptMemory> kept;
    for (const RangeMemory& step : steps) {
        std::map<std::size_t, bool> ofStep;
        for (std::size_t at = firstAllocation(model, step.begin + 1);
             at < model.allocations.size() && model.allocations[at].begin <= step.end; ++at) {
            const Allocation& one = model.allocations[at];
            if (!one.isHeldAt(moment)) {
                continue;
            }
            const FrameId frame = frames.of(one.stack);
            const auto [place, isNew] = places.try_emplace(frame, kept.size());
            if (isNew) {
                kept.push_back({frame, static_cast<std::uint32_t>(at)});
            }
            KeptMemory& line = kept[place->second];
            line.bytes += one.size;
            ++line.count;
            line.steps += ofStep.try_emplace(place->second, true).second ? 1 : 0;
        }
    }
    std::ranges::stable_sort(kept, std::ranges::greater{}, &KeptMemory::bytes);
    return kept;
}

}  // namespace gaplight
