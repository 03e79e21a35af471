// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/import_issue.h"
#include "core/base/result.h"
#include "core/base/string_pool.h"
#include "core/base/time.h"
#include "core/trace/event_details.h"
#include "core/trace/ids.h"
#include "core/trace/slice_table.h"
#include "core/trace/source.h"
#include "core/trace/sparse_column.h"
#include "core/trace/sparse_ids.h"

namespace gaplight {

struct Category {
    StringId name;
    SliceKind kind = SliceKind::Other;
};

struct Process {
    StringId pid;     // as in the file: "434", "Spans"
    StringId name;    // process_name, or invalid
    StringId labels;  // process_labels ("CPU", "GPU 0"), or invalid
    std::int64_t sortIndex = 0;
    SourceId source;
    std::optional<GpuId> gpu;  // set if this process represents one GPU
};

enum class TrackKind : std::uint8_t { Thread, Stream, Async };

// A thread, stream or group of async operations. Its slices are contiguous, sorted by
// (start, -duration).
// Row 0 is the outermost. Slices of one row never overlap: slices that overlap without nesting are
// placed on the next free row (nesting.h).
struct Track {
    TrackKind kind = TrackKind::Thread;
    ProcessId process;
    StringId tid;   // as in the file; for async tracks the category
    StringId name;  // thread_name, or invalid
    std::int64_t sortIndex = 0;
    std::optional<GpuId> gpu;            // streams: whose
    std::optional<std::int32_t> stream;  // streams: number
    SliceId firstSlice;
    std::uint32_t sliceCount = 0;
    std::uint16_t rows = 0;
    std::uint16_t overflowRows = 0;  // of `rows`, those needed only for overlaps
    std::uint64_t overlapping = 0;   // slices that start inside another and end after it
};

// A kernel, copy or memset. Sorted by slice id.
struct GpuActivity {
    SliceId slice;
    GpuId gpu;
    std::int32_t stream = -1;
};
static_assert(sizeof(GpuActivity) == 12);

struct KernelConfig {
    std::array<std::uint32_t, 3> grid{};
    std::array<std::uint16_t, 3> block{};
    std::uint16_t registersPerThread = 0;
    std::uint32_t sharedMemoryBytes = 0;
    float blocksPerSm = -1;  // -1: not recorded (also below)
    float warpsPerSm = -1;
    float occupancyPercent = -1;
    std::uint64_t graphId = 0;  // 0: none
    std::uint64_t graphNodeId = 0;
};
struct CopyFacts {
    std::int64_t bytes = -1;  // -1: not recorded
    StringId sourceKind;      // "pageable"; invalid where only the name has it
    StringId destinationKind;
    StringId copyKind;
};
struct SyncFacts {
    StringId kind;
    std::int32_t stream = -1;
    std::int32_t waitOnStream = -1;
    std::int64_t waitOnEventRecordCorrelation = -1;
};

// A call of torch.distributed: an op named record_param_comms with its args.
struct CommCallFacts {
    StringId operation;        // "allreduce", "send", "wait"
    StringId group;            // name of the process group: "0"
    StringId groupRanks;       // "[0, 1, 2, 3]"
    StringId type;             // of an element: "BFloat16"
    std::int64_t inputs = -1;  // elements; -1: not recorded (also below)
    std::int64_t outputs = -1;
    std::int32_t groupSize = -1;
    std::int32_t peer = -1;  // of a send or a receive: the other one's rank in the group
};

struct Instant {
    Time time;
    StringId name;
    CategoryId category;
    TrackId track;  // may have no slices at all
    EventId event;
};

// A flow arrow between two slices recorded in the file (ph s/t/f), except launches, which are bound
// by correlation. Sorted by `from`.
struct Flow {
    SliceId from;
    SliceId to;
    StringId category;
};

struct CounterSeries {
    ProcessId process;
    StringId name;            // of the counter
    StringId series;          // key inside args; may be empty
    std::vector<Time> times;  // ascending
    std::vector<double> values;
};

// One allocation or free, in time order.
struct MemoryEvent {
    Time time;
    std::uint64_t address = 0;
    std::int64_t bytes = 0;
    std::int64_t totalAllocated = -1;
    std::int64_t totalReserved = -1;
    std::int32_t deviceType = 0;
    std::int32_t deviceId = -1;
    TrackId track;
    EventId event;
};

struct DeviceProperties {
    GpuId gpu;
    std::string name;
    std::int64_t totalMemoryBytes = 0;  // 0: not recorded (also below)
    int computeMajor = 0;
    int computeMinor = 0;
    int sms = 0;
    int maxThreadsPerSm = 0;
    int maxThreadsPerBlock = 0;
    std::int64_t registersPerSm = 0;
    std::int64_t sharedMemoryPerSmBytes = 0;
    int warpSize = 0;
};

// Metadata of the file outside its events.
struct TraceFacts {
    std::string path;
    std::string format;               // "kineto-json", "chrome-json"
    std::string compression;          // "none", "gzip", "zstd"
    std::uint64_t bytes = 0;          // of the file on disk
    std::uint64_t inflatedBytes = 0;  // of the file after decompression
    bool positionsAreBytes = false;   // an EventId is a byte of the inflated file
    std::uint64_t events = 0;         // entries of the file, kept or rejected
    std::uint64_t flowEvents = 0;     // ph s/t/f entries
    std::int64_t baseTimeNs = 0;      // baseTimeNanoseconds: ts 0 in ns since the Unix epoch
    std::string displayTimeUnit;      // "ms", "ns" or empty
    std::optional<bool> withStack;    // empty: not recorded
    std::optional<bool> recordShapes;
    std::optional<bool> profileMemory;
    std::string traceName;
    std::string distributedInfo;  // raw JSON, empty if absent
    std::optional<int> rank;
    std::optional<int> worldSize;
    std::string host;  // empty: not recorded
    std::vector<ProcessGroup> processGroups;
    std::vector<DeviceProperties> devices;
    // Every other top-level value, as (key, raw JSON of at most 4 KiB).
    std::vector<std::pair<std::string, std::string>> metadata;
};

// A loaded trace: an immutable table. Build one with TraceBuilder; share it as
// `std::shared_ptr<const Trace>`. All accessors are O(1) unless noted otherwise.
class Trace {
public:
    const TraceFacts& facts() const { return m_facts; }
    const ImportIssues& issues() const { return m_issues; }
    const SliceTable& slices() const { return m_slices; }
    // Where its events come from; at least one.
    std::span<const Source> sources() const { return m_sources; }
    std::span<const Track> tracks() const { return m_tracks; }
    std::span<const Process> processes() const { return m_processes; }
    std::span<const Category> categories() const { return m_categories; }
    std::span<const Instant> instants() const { return m_instants; }
    std::span<const Flow> flows() const { return m_flows; }
    std::span<const CounterSeries> counterSeries() const { return m_counters; }
    std::span<const MemoryEvent> memoryEvents() const { return m_memory; }

    // Promoted args.
    const SparseIds& correlations() const { return m_correlation; }
    const SparseIds& externalIds() const { return m_externalId; }
    const SparseIds& pythonIds() const { return m_pythonId; }
    // A hash of the input shapes of each operator that recorded them, so that equal shapes are read
    // only once. Two shapes have equal keys about once in 4 billion pairs.
    const RepeatedIds& shapeKeys() const { return m_shapeKey; }
    std::span<const GpuActivity> gpuActivities() const { return m_gpu; }
    const RepeatedColumn<KernelConfig>& kernelConfigs() const { return m_kernels; }
    const SparseColumn<CopyFacts>& copyFacts() const { return m_copies; }
    const SparseColumn<SyncFacts>& syncFacts() const { return m_syncs; }
    const SparseColumn<CommCallFacts>& commCalls() const { return m_commCalls; }

    // First start to last end over all slices; falls back to instants and counters; empty range
    // at 0 for a trace without any of them.
    TimeRange range() const { return m_range; }

    std::string_view text(StringId id) const {
        return id.isValid() ? m_strings.view(id) : std::string_view{};
    }
    std::optional<StringId> findText(std::string_view text) const { return m_strings.find(text); }
    const StringPool<struct StringTag>& strings() const { return m_strings; }
    std::string_view name(SliceId slice) const { return text(m_slices.name(slice)); }
    SliceKind kind(SliceId slice) const {
        return m_categories[m_slices.category(slice).index()].kind;
    }
    // O(log tracks).
    TrackId trackOf(SliceId slice) const;
    SourceId sourceOf(TrackId track) const {
        return m_processes[m_tracks[track.index()].process.index()].source;
    }
    // O(log tracks).
    SourceId sourceOf(SliceId slice) const { return sourceOf(trackOf(slice)); }
    // Whose memory changed; no GPU for the host's.
    GpuId gpuOf(const MemoryEvent& event) const {
        return {sourceOf(event.track), event.deviceType == 0 ? -1 : event.deviceId};
    }
    // "GPU 0", or "rank 1 · GPU 0" in a trace of several sources.
    std::string gpuLabel(GpuId gpu) const;
    // Ids of a track's slices: [first, first + count).
    std::size_t firstIndex(TrackId track) const {
        return m_tracks[track.index()].firstSlice.index();
    }

    // Anonymous memory held by all tables but the string pool, in bytes. O(tables).
    std::size_t memoryBytes() const;

private:
    friend class TraceBuilder;
    Trace() = default;

    TraceFacts m_facts;
    ImportIssues m_issues;
    std::vector<Source> m_sources;
    StringPool<struct StringTag> m_strings;
    SliceTable m_slices;
    std::vector<Track> m_tracks;
    std::vector<Process> m_processes;
    std::vector<Category> m_categories;
    std::vector<Instant> m_instants;
    std::vector<Flow> m_flows;
    std::vector<CounterSeries> m_counters;
    Column<MemoryEvent> m_memory;
    SparseIds m_correlation;
    SparseIds m_externalId;
    SparseIds m_pythonId;
    RepeatedIds m_shapeKey;
    std::vector<GpuActivity> m_gpu;
    RepeatedColumn<KernelConfig> m_kernels;
    SparseColumn<CopyFacts> m_copies;
    SparseColumn<SyncFacts> m_syncs;
    SparseColumn<CommCallFacts> m_commCalls;
    TimeRange m_range{};
};

// Args and source text of the slices of a trace. Each source brings EventDetails of its own, and an
// EventId means something within its source only: every query goes to the details of the source
// that the slice's track belongs to. A value type; safe from any thread. Errors of all queries:
// those of EventDetails.
class TraceDetails {
public:
    // Has no trace; nothing may be queried.
    TraceDetails() = default;
    // `bySource`: one for each of trace->sources(), none null.
    TraceDetails(std::shared_ptr<const Trace> trace,
                 std::vector<std::shared_ptr<const EventDetails>> bySource);

    const Trace& trace() const { return *m_trace; }
    const EventDetails& of(SourceId source) const { return *m_bySource[source.index()]; }

    [[nodiscard]] Result<std::vector<Arg>> args(SliceId slice) const;
    [[nodiscard]] Result<std::string> raw(SliceId slice) const;
    [[nodiscard]] Result<std::string> field(SliceId slice, DetailField field) const;

private:
    const EventDetails& ofSlice(SliceId slice) const;

    std::shared_ptr<const Trace> m_trace;
    std::vector<std::shared_ptr<const EventDetails>> m_bySource;
};

}  // namespace gaplight
