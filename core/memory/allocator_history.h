// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/column.h"
#include "core/memory/call_stacks.h"

namespace gaplight {

// Problems of a memory snapshot that still loads. Every occurrence is counted.
enum class SnapshotIssueKind : std::uint8_t {
    Truncated,              // the file ends early; what it has is read
    DamagedContainer,       // the gzip or zstd stream is damaged
    MalformedEvent,         // an event without an action, address or size; left out
    UnknownAction,          // left out
    NegativeSize,           // an event or block of a negative or huge size; left out
    RepeatedObject,         // one event or list used in several places; the first counts
    MalformedBlock,         // a segment or block without an address or size; left out
    TimeBackwards,          // earlier than the event before it; set to that event's time
    FreeWithoutAllocation,  // of what is not allocated at that time; ignored
    SizeMismatch,           // freed with another size than allocated; the allocated size counts
    OverlappingBlocks,      // allocated where a block is; the older one ends there
    LostAllocation,         // in use at the end, though the events free it; left out
    LostFree,               // held by the events, but not at the end of the history; ends there
    NegativeReserved,       // segments freed that are larger than what was reserved
    OpenAnnotation,         // a range without its end; ends with the history
    Count_,
};
// Stable snake_case name, as in the command line's JSON.
[[nodiscard]] std::string_view snapshotIssueName(SnapshotIssueKind kind);
// One sentence: the problem and how it was handled.
[[nodiscard]] std::string_view snapshotIssueExplanation(SnapshotIssueKind kind);

struct SnapshotIssues {
    static constexpr auto kKinds = static_cast<std::size_t>(SnapshotIssueKind::Count_);
    std::array<std::uint64_t, kKinds> counts{};

    void record(SnapshotIssueKind kind, std::uint64_t count = 1) {
        counts[static_cast<std::size_t>(kind)] += count;
    }
    std::uint64_t count(SnapshotIssueKind kind) const {
        return counts[static_cast<std::size_t>(kind)];
    }
    void merge(const SnapshotIssues& other);
    std::uint64_t total() const;
};

// What PyTorch's caching allocator recorded, as torch.cuda.memory._dump_snapshot() writes it: its
// latest calls in order, and what each GPU holds at the end. Nothing is computed here.
//
// The allocator takes segments from the driver and splits them into blocks. A block is requested
// back by the program (FreeRequested) and can be used again once every stream has passed that point
// (FreeCompleted).
enum class AllocatorAction : std::uint8_t {
    Alloc,
    FreeRequested,
    FreeCompleted,
    SegmentAlloc,  // cudaMalloc
    SegmentFree,   // cudaFree
    SegmentMap,    // physical memory of an expandable segment
    SegmentUnmap,
    OutOfMemory,  // an allocation that failed
    Snapshot,     // a snapshot was taken
    Count_,
};
// As in the file: "free_requested".
[[nodiscard]] std::string_view allocatorActionName(AllocatorAction action);

// Index into AllocatorHistory::streams.
using StreamIndex = std::uint16_t;

struct AllocatorEvent {
    std::int64_t timeUs = 0;    // µs since 1970 (CLOCK_REALTIME)
    std::uint64_t address = 0;  // OutOfMemory: the bytes that the driver had left
    std::int64_t size = 0;      // bytes, as requested by the program
    StackId stack;              // invalid: not recorded
    StreamIndex stream = 0;
    AllocatorAction action = AllocatorAction::Alloc;
};

enum class BlockState : std::uint8_t {
    Allocated,    // held by the program
    PendingFree,  // requested back, but still in use by a stream
    Inactive,     // free, within its segment
};

// A block at the end of the history.
struct AllocatorBlock {
    std::uint64_t address = 0;
    std::int64_t size = 0;       // bytes that it takes
    std::int64_t requested = 0;  // bytes that the program requested
    StackId stack;               // where it was allocated; invalid: not recorded
    BlockState state = BlockState::Inactive;
};

// A segment at the end of the history.
struct AllocatorSegment {
    std::uint64_t address = 0;
    std::int64_t size = 0;  // bytes of physical memory
    StreamIndex stream = 0;
    bool isSmallPool = false;
    bool isExpandable = false;
    std::vector<AllocatorBlock> blocks;  // ascending by address
};

struct DeviceHistory {
    std::int32_t device = 0;
    Column<AllocatorEvent> events;           // in the order of the calls
    std::vector<AllocatorSegment> segments;  // ascending by address
};

// A range with a name (torch.profiler.record_function) on the snapshot's clock.
struct SnapshotAnnotation {
    std::string name;
    std::int32_t device = 0;
    std::int64_t beginUs = 0;
    std::int64_t endUs = 0;
};

struct AllocatorHistory {
    std::vector<DeviceHistory> devices;           // those with events or segments, ascending
    std::vector<std::int64_t> streams;            // cudaStream_t as a number; 0: the default stream
    std::vector<SnapshotAnnotation> annotations;  // by beginUs, outer ones first
    CallStacks stacks;
    bool hasTimes = true;  // false: an old file without time_us, whose times are positions
    SnapshotIssues issues;
};

}  // namespace gaplight
