// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "core/base/column.h"
#include "core/base/import_issue.h"
#include "core/base/string_pool.h"
#include "core/trace/counter_collection.h"
#include "core/trace/event_batch.h"
#include "core/trace/ids.h"
#include "core/trace/slice_assembly.h"
#include "core/trace/slice_table.h"
#include "core/trace/source.h"
#include "core/trace/source_events.h"
#include "core/trace/sparse_column.h"
#include "core/trace/sparse_ids.h"
#include "core/trace/trace.h"
#include "core/trace/track_registry.h"

namespace gaplight {

// Optional columns of slices: a row per slice that has one, by source index.
template <class Row>
struct SourceRows {
    std::vector<std::uint32_t> source;
    std::vector<Row> row;
};

// All batches added so far, renumbered to the ids of the trace, in file order.
struct SourceEvents {
    std::uint64_t events = 0;
    std::uint64_t flowEvents = 0;
    std::uint64_t slices = 0;
    StringPool<struct StringTag> strings;
    TrackRegistry registry;
    ImportIssues issues;
    std::vector<SliceChunk> chunks;
    SourceRows<std::uint64_t> correlation;
    SourceRows<std::uint64_t> externalId;
    SourceRows<std::uint32_t> pythonId;
    SourceRows<std::uint32_t> shapeKey;
    SourceRows<GpuBatchRow> gpu;
    SourceRows<std::uint32_t> kernels;  // numbers of `configs`
    DistinctConfigs configs;
    SourceRows<CopyFacts> copies;
    SourceRows<SyncFacts> syncs;
    SourceRows<CommCallFacts> commCalls;
    std::vector<OpenEndEvent> openEnds;
    std::vector<AsyncEvent> asyncs;
    Column<FlowEvent> flows;
    StringPool<struct FlowIdTag> flowIds;        // that are no decimal numbers
    StringPool<struct OperationTag> operations;  // of asyncs, as bytes
    std::vector<Instant> instants;
    CounterCollection counters;
    Column<MemoryEvent> memory;
};

// The finished tables of a trace of one source, as a pack stores them: events are sorted, named and
// paired. `completeTables` derives the rest and checks everything that the rest of the program
// takes for granted about a Trace, so that a file of this form cannot make it fail.
struct TraceTables {
    ImportIssues issues;
    std::vector<Source> sources;
    StringPool<struct StringTag> strings;
    std::vector<Process> processes;  // `gpu` is derived
    std::vector<Track> tracks;       // of these process, tid, name, sortIndex, sliceCount; kind
                                     // Async or Thread. The others are derived.
    std::vector<Category> categories;
    SliceTable slices;
    std::optional<TimeRange> sliceRange;  // first start to last end, where it is known
    std::vector<Instant> instants;
    std::vector<Flow> flows;
    std::vector<CounterSeries> counters;
    Column<MemoryEvent> memory;
    SparseIds correlation;
    SparseIds externalId;
    SparseIds pythonId;
    RepeatedIds shapeKey;
    std::vector<GpuActivity> gpu;
    RepeatedColumn<KernelConfig> kernels;
    SparseColumn<CopyFacts> copies;
    SparseColumn<SyncFacts> syncs;
    SparseColumn<CommCallFacts> commCalls;
};

// Appends a batch of one source: renumbers texts and tracks, and rejects events whose times are
// beyond ±146 years, so that no later subtraction can overflow. O(events of the batch).
void appendBatch(SourceEvents& all, SourceId source, EventBatch batch);
// The same for several batches, in their order, except that the threads of all of them come before
// the tracks of async operations. Uses all cores.
void appendBatches(SourceEvents& all, SourceId source, std::vector<EventBatch> batches);

}  // namespace gaplight
