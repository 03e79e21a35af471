// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "core/base/column.h"
#include "core/memory/call_stacks.h"
#include "core/memory/snapshot_issues.h"

namespace gaplight {

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
