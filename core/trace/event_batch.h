// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "core/base/import_issue.h"
#include "core/base/string_pool.h"
#include "core/trace/ids.h"
#include "core/trace/slice_table.h"

namespace gaplight {

// Parsed events of one window of bytes: plain columns whose texts, tracks and categories are
// numbered within the batch, so that windows can be parsed in parallel. TraceBuilder consumes
// batches in the source's order. Every row names its event by an EventId, by which EventDetails
// reads it again.

using BatchString = Id<struct BatchStringTag>;      // into EventBatch::strings
using BatchTrack = Id<struct BatchTrackTag>;        // into EventBatch::tracks
using BatchCategory = Id<struct BatchCategoryTag>;  // into EventBatch::categories

// Process and thread of an event. Texts as in the file ("434", "stream 7", "Spans"): numbers and
// strings with the same spelling are the same process or thread.
struct BatchTrackKey {
    BatchString pid;
    BatchString tid;
    friend bool operator==(const BatchTrackKey&, const BatchTrackKey&) = default;
};

// Name and kind of the events of one category. The reader sets the kind; the name is used for
// display only. A name with events of two kinds is two categories.
struct BatchCategoryRow {
    BatchString name;
    SliceKind kind = SliceKind::Other;
    friend bool operator==(const BatchCategoryRow&, const BatchCategoryRow&) = default;
};

// Complete slices (ph X), one column per field. All vectors have the same length.
struct SliceBatch {
    std::vector<std::int64_t> start;     // ns
    std::vector<std::int64_t> duration;  // ns, >= 0
    std::vector<BatchString> name;
    std::vector<BatchCategory> category;
    std::vector<BatchTrack> track;
    std::vector<EventId> event;
};

// A value that only some slices have; `slice` counts within SliceBatch, ascending.
template <class T>
struct SparseBatch {
    std::vector<std::uint32_t> slice;
    std::vector<T> value;
};

// Args of kernels, copies and memsets, needed for each of them by rules and panels.
struct GpuBatchRow {
    std::uint32_t slice = 0;
    std::int32_t device = -1;  // args.device; -1: not recorded
    std::int32_t stream = -1;  // args.stream; -1: not recorded
};
struct KernelBatchRow {
    std::uint32_t slice = 0;
    std::array<std::uint32_t, 3> grid{};
    std::array<std::uint16_t, 3> block{};
    std::uint16_t registersPerThread = 0;
    std::uint32_t sharedMemoryBytes = 0;
    float blocksPerSm = -1;  // -1: not recorded (also below)
    float warpsPerSm = -1;
    float occupancyPercent = -1;
    std::uint64_t graphId = 0;  // 0: not launched by a graph, or not recorded
    std::uint64_t graphNodeId = 0;
};
struct CopyBatchRow {
    std::uint32_t slice = 0;
    std::int64_t bytes = -1;  // -1: not recorded
    BatchString sourceKind;   // "pageable", as in args; invalid where only the name has it
    BatchString destinationKind;
    BatchString copyKind;  // "DtoH"
};
// cuda_sync: target of a wait.
struct SyncBatchRow {
    std::uint32_t slice = 0;
    BatchString kind;  // "Stream Sync", ...
    std::int32_t stream = -1;
    std::int32_t waitOnStream = -1;
    std::int64_t waitOnEventRecordCorrelation = -1;
};
// A call of torch.distributed (record_param_comms), as its args describe it.
struct CommCallBatchRow {
    std::uint32_t slice = 0;
    BatchString operation;     // "allreduce", "send", "wait"
    BatchString group;         // name of the process group: "0"
    BatchString groupRanks;    // "[0, 1, 2, 3]"
    BatchString type;          // of an element: "BFloat16"
    std::int64_t inputs = -1;  // elements; -1: not recorded (also below)
    std::int64_t outputs = -1;
    std::int32_t groupSize = -1;
    std::int32_t peer = -1;  // "Src Rank" or "Dst Rank" of a receive or a send
};

enum class OpenEndPhase : std::uint8_t { Begin, End };
// Half of a slice: ph B/E on a thread.
struct OpenEndBatchRow {
    OpenEndPhase phase = OpenEndPhase::Begin;
    std::int64_t time = 0;
    BatchString name;  // invalid: an E without a name, which is usual
    BatchCategory category;
    BatchTrack track;
    EventId event;
};

enum class AsyncPhase : std::uint8_t { Begin, Instant, End };
// ph b/n/e, and the older S/T/p/F. The same process, category and id make one async operation.
struct AsyncBatchRow {
    AsyncPhase phase = AsyncPhase::Begin;
    std::int64_t time = 0;
    BatchString name;
    BatchCategory category;
    BatchString id;  // text of id, id2.local or id2.global, with its scope
    BatchTrack track;
    EventId event;
};

enum class FlowPhase : std::uint8_t { Start, Step, Finish };
// ph s/t/f. `bindsToEnclosing` is bp:"e"; without it a finish binds to the next slice. The
// flow's id is `number` if that is set, else the text `id`; a number equals its decimal text.
struct FlowBatchRow {
    FlowPhase phase = FlowPhase::Start;
    bool bindsToEnclosing = false;
    std::int64_t time = 0;
    BatchString category;
    BatchString name;
    BatchString id;
    BatchTrack track;
    EventId event;
    std::optional<std::uint64_t> number = {};
};

// ph i/I/R/P.
struct InstantBatchRow {
    std::int64_t time = 0;
    BatchString name;
    BatchCategory category;
    BatchTrack track;
    EventId event;
};

// One value of a ph C event. `series` is the key inside args; `name` the event's name with its id.
struct CounterBatchRow {
    std::int64_t time = 0;
    double value = 0;
    BatchString name;
    BatchString series;
    BatchTrack track;
};

// A `[memory]` instant: the allocator's state after one allocation or free.
struct MemoryBatchRow {
    std::int64_t time = 0;
    std::uint64_t address = 0;
    std::int64_t bytes = 0;            // negative: freed
    std::int64_t totalAllocated = -1;  // bytes; -1: not recorded
    std::int64_t totalReserved = -1;
    std::int32_t deviceType = 0;  // c10::DeviceType: 0 CPU, 1 CUDA, ...
    std::int32_t deviceId = -1;
    BatchTrack track;
    EventId event;
};

enum class TrackFact : std::uint8_t {
    ProcessName,
    ProcessLabels,
    ProcessSortIndex,
    ThreadName,
    ThreadSortIndex,
};
// ph M. Later facts replace earlier ones.
struct MetadataBatchRow {
    TrackFact fact = TrackFact::ProcessName;
    BatchTrack track;
    BatchString text;            // names and labels
    std::int64_t sortIndex = 0;  // sort indexes
};

struct EventBatch {
    std::uint64_t events = 0;  // every entry of the window, kept or rejected
    StringPool<struct BatchStringTag> strings;
    std::vector<BatchTrackKey> tracks;
    std::vector<BatchCategoryRow> categories;
    SliceBatch slices;
    SparseBatch<std::uint64_t> correlation;
    SparseBatch<std::uint64_t> externalId;
    SparseBatch<std::uint32_t> pythonId;
    SparseBatch<std::uint32_t> shapeKey;  // of ops, see Trace::shapeKeys()
    std::vector<GpuBatchRow> gpu;
    std::vector<KernelBatchRow> kernels;
    std::vector<CopyBatchRow> copies;
    std::vector<SyncBatchRow> syncs;
    std::vector<CommCallBatchRow> commCalls;
    std::vector<OpenEndBatchRow> openEnds;
    std::vector<AsyncBatchRow> asyncs;
    std::vector<FlowBatchRow> flows;
    std::vector<InstantBatchRow> instants;
    std::vector<CounterBatchRow> counters;
    std::vector<MemoryBatchRow> memory;
    std::vector<MetadataBatchRow> metadata;
    ImportIssues issues;

    // The category of this name and kind, added if the batch has none yet. O(categories of the
    // batch): readers of many events cache the result.
    [[nodiscard]] BatchCategory category(std::string_view name, SliceKind kind);
};

}  // namespace gaplight
