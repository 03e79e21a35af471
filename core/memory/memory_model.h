// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "core/base/column.h"
#include "core/memory/allocator_history.h"

namespace gaplight {

// A state of the memory between two events: 0 is the state before the first event, m the state
// after event m - 1, up to the number of events. Totals are given for moments, since many
// events have the same time.
using Moment = std::uint32_t;
inline constexpr Moment kNoMoment = 0xffff'ffffU;

// Memory that the program requested once, and held from `begin` until it requested its free.
struct Allocation {
    std::uint64_t address = 0;
    std::int64_t size = 0;         // bytes, as requested
    StackId stack;                 // invalid: not recorded
    Moment begin = 0;              // 0: allocated before the history
    Moment end = kNoMoment;        // free requested; kNoMoment: held at the end of the history
    Moment completed = kNoMoment;  // from here on its memory can be used again
    StreamIndex stream = 0;

    // Whether the program holds it at a moment.
    bool isHeldAt(Moment moment) const { return begin <= moment && moment < end; }
    // Whether its bytes are occupied: allocated, or freed but still in use by a stream.
    bool isActiveAt(Moment moment) const { return begin <= moment && moment < completed; }
};

// Memory that the allocator held from the driver from `begin` to `end`.
struct SegmentSpan {
    std::uint64_t address = 0;
    std::int64_t size = 0;
    StackId stack;
    Moment begin = 0;
    Moment end = kNoMoment;
    StreamIndex stream = 0;
    bool isSmallPool = false;

    bool isHeldAt(Moment moment) const { return begin <= moment && moment < end; }
};

struct ReservedStep {
    Moment begin = 0;
    std::int64_t bytes = 0;
};

// The memory of one GPU over the history of a snapshot. Immutable.
struct MemoryModel {
    std::int32_t device = 0;
    Column<AllocatorEvent> events;
    Column<Allocation> allocations;      // by begin, of those before the history first
    std::vector<SegmentSpan> segments;   // by begin
    Column<std::int64_t> allocated;      // bytes held by the program at each moment
    std::vector<ReservedStep> reserved;  // bytes held by the allocator; the first one is at 0
    std::vector<AllocatorSegment> finalSegments;  // empty: not known

    Moment lastMoment() const { return static_cast<Moment>(events.size()); }
    std::int64_t reservedAt(Moment moment) const;
    // Time at which a moment begins, in µs; moment 0 begins with the first event.
    std::int64_t timeUs(Moment moment) const;
    // The last moment that begins at or before a time; 0 before the first event.
    Moment momentAt(std::int64_t timeUs) const;
    // The first moment of the largest `allocated`, and of the largest reserved.
    Moment peak() const;
    Moment reservedPeak() const;
};

// Why a snapshot without events cannot be drawn, and what to do.
inline constexpr std::string_view kNothingToDraw =
    "the snapshot has no history to draw; call torch.cuda.memory._record_memory_history() before "
    "the program allocates";

// A snapshot with what follows from it.
struct MemorySnapshot {
    std::string path;
    std::vector<MemoryModel> devices;
    std::vector<std::int64_t> streams;
    std::vector<SnapshotAnnotation> annotations;
    CallStacks stacks;
    bool hasTimes = true;
    SnapshotIssues issues;
};

// Follows all events. Inconsistent ones are counted as issues. O(events log live allocations).
//
// What was allocated before the history is known by its free, or as a block at the end that no
// event is about. Sizes are those that the program requested; the allocator rounds them up.
[[nodiscard]] MemorySnapshot buildMemorySnapshot(AllocatorHistory history, std::string path = {});

// Keeps the part of the history from `beginUs` to `endUs`: what was allocated before it counts as
// allocated before the history, and its end is the history's. finalSegments are kept where nothing
// comes after. O(events + allocations).
void cutSnapshot(MemorySnapshot& snapshot, std::int64_t beginUs, std::int64_t endUs);

}  // namespace gaplight
