// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/memory/measures/memory_holders.h"
#include "core/memory/memory_model.h"

namespace gaplight {

// A range of the program on the snapshot's clock: a step, or an annotation.
struct SnapshotRange {
    std::string label;
    std::int64_t beginUs = 0;
    std::int64_t endUs = 0;
};

// The steps that the annotations of the snapshot itself show: from the start of each outermost one
// whose name, without the number of ProfilerStep#N, occurs most often, at least 3 times, to the
// start of the next one. Empty without.
[[nodiscard]] std::vector<SnapshotRange> stepsOfAnnotations(const MemorySnapshot& snapshot);

// What one range allocated, freed and held.
struct RangeMemory {
    std::string label;
    Moment begin = 0;  // the state at its start
    Moment end = 0;    // the state at its end
    std::int64_t allocatedBytes = 0;
    std::int64_t freedBytes = 0;
    std::uint64_t allocations = 0;
    std::int64_t peak = 0;  // of `allocated` within it
    std::int64_t heldAtEnd = 0;
    std::uint64_t segmentsTaken = 0;  // from the driver, and their bytes
    std::int64_t segmentBytesTaken = 0;
    std::uint64_t segmentsReturned = 0;

    std::int64_t growth(std::int64_t heldBefore) const { return heldAtEnd - heldBefore; }
};
// O(ranges + events of each); the ranges after those that together have 16 times the events, and 64
// M more, are left out: a file of nested ranges would take hours.
[[nodiscard]] std::vector<RangeMemory> memoryOfRanges(const MemoryModel& model,
                                                      const std::vector<SnapshotRange>& ranges);

// What a line allocated in some steps and still holds later.
struct KeptMemory {
    FrameId frame;
    std::uint32_t example = 0;  // an allocation
    std::int64_t bytes = 0;
    std::uint64_t count = 0;
    std::uint64_t steps = 0;  // of which something is kept
};
// What was allocated in some steps and is still held at `moment`, the most bytes first.
// O(allocations in them).
[[nodiscard]] std::vector<KeptMemory> keptOfSteps(const MemoryModel& model, const OwnFrames& frames,
                                                  std::span<const RangeMemory> steps,
                                                  Moment moment);

}  // namespace gaplight
