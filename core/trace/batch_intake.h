// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "core/base/column.h"
#include "core/base/id.h"
#include "core/base/import_issue.h"
#include "core/base/string_pool.h"
#include "core/trace/event_batch.h"
#include "core/trace/ids.h"
#include "core/trace/slice_assembly.h"
#include "core/trace/slice_table.h"
#include "core/trace/source.h"
#include "core/trace/source_events.h"
#include "core/trace/sparse_column.h"
#include "core/trace/sparse_ids.h"
#include "core/trace/trace.h"

namespace gaplight {

// Counter values by (process, name, series), in the order of their first occurrence.
class CounterCollection {
public:
    void add(ProcessId process, StringId name, StringId series, Time time, double value);
    template <class Visit>
    void forEachTime(const Visit& visit) const {
        for (const CounterSeries& series : m_series) {
            for (const Time time : series.times) {
                visit(time);
            }
        }
    }
    // Removes the values at other times, and series without any; the number of values removed.
    // Nothing can be added after it. O(values).
    std::size_t keepInside(TimeRange range);
    // Every series in time order. Equal times keep the file's order.
    std::vector<CounterSeries> take();

private:
    struct Key {
        ProcessId process;
        StringId name;
        StringId series;
        friend bool operator==(const Key&, const Key&) = default;
    };
    struct KeyHash {
        std::size_t operator()(const Key& key) const;
    };

    std::vector<CounterSeries> m_series;
    std::unordered_map<Key, std::size_t, KeyHash> m_byKey;
};

// Assigns ids to processes, tracks and categories of the sources, by first occurrence. Equal ids of
// two sources are two processes; equal categories are one.
class TrackRegistry {
public:
    TrackId thread(SourceId source, StringId pid, StringId tid);
    // Async operations of one category in one process share a track.
    TrackId async(ProcessId process, StringId category);
    // Number of a category; from the 65,536th on, categories share the last number.
    std::uint16_t category(StringId name, SliceKind kind);

    void apply(TrackFact fact, TrackId track, StringId text, std::int64_t sortIndex);

    ProcessId processOf(TrackId track) const { return m_tracks[track.index()].process; }
    const Process& process(ProcessId id) const { return m_processes[id.index()]; }

    // Moves the tables out; the registry is empty afterwards.
    std::vector<Track> takeTracks() { return std::move(m_tracks); }
    std::vector<Process> takeProcesses() { return std::move(m_processes); }
    std::vector<Category> takeCategories() { return std::move(m_categories); }
    std::size_t trackCount() const { return m_tracks.size(); }
    const std::vector<Category>& categories() const { return m_categories; }

private:
    ProcessId process(SourceId source, StringId pid);
    TrackId track(TrackKind kind, ProcessId process, StringId inner);

    std::vector<Track> m_tracks;
    std::vector<Process> m_processes;
    std::vector<Category> m_categories;
    std::unordered_map<std::uint64_t, TrackId, IdHash> m_threadByKey;
    std::unordered_map<std::uint64_t, TrackId, IdHash> m_asyncByKey;
    std::unordered_map<std::uint64_t, ProcessId, IdHash> m_processByKey;
    std::unordered_map<std::uint64_t, std::uint16_t, IdHash> m_categoryByKey;
};

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
