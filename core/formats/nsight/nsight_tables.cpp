// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/nsight/nsight_tables.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>
#include <string>

#include <fmt/format.h>

#include "core/formats/sqlite/batch_tracks.h"

namespace gaplight {

std::string_view NsightBatch::textOf(const TableRow& row, int column) const {
    const std::string_view own = row.text(column);
    return own.empty() ? m_names.text(row.integer(column).value_or(-1)) : own;
}

BatchTrack NsightBatch::addTrack(std::int64_t globalTid, ThreadTrack which) {
    constexpr std::array<std::string_view, 3> kSuffixes{"", " state", " samples"};
    const std::string suffix(kSuffixes.at(static_cast<std::size_t>(which)));
    const NsightProcess process = NsightProcess::ofGlobalId(globalTid);
    const std::string tid = std::to_string(globalTid & 0xff'ffff);
    const BatchTrack track = tracks().find(events(), std::to_string(process.pid()), tid + suffix);
    const auto number =
        m_threadNumbers
            .try_emplace(globalTid, static_cast<std::int64_t>(m_threadNumbers.size()) + 1)
            .first->second;
    constexpr std::int64_t kTracksPerThread = kSuffixes.size();
    events().metadata.push_back({TrackFact::ThreadSortIndex,
                                 track,
                                 {},
                                 number * kTracksPerThread + static_cast<std::int64_t>(which)});
    const auto name = m_names.threadNames().find(globalTid);
    if (name != m_names.threadNames().end() || !suffix.empty()) {
        const std::string& own = name == m_names.threadNames().end() ? tid : name->second;
        BatchTracks::addName(events(), TrackFact::ThreadName, track, own + suffix);
    }
    if (const auto command = m_names.processNames().find(process.key);
        command != m_names.processNames().end()) {
        BatchTracks::addName(events(), TrackFact::ProcessName, track, command->second);
    }
    return track;
}

BatchTrack NsightBatch::trackOf(std::int64_t globalTid, ThreadTrack which) {
    // Global ids have no bits as high as these, so the keys are those of no other thread.
    const std::uint64_t bits = static_cast<std::uint64_t>(which) << 62U;
    BatchTrack& track =
        tracks().thread(static_cast<std::int64_t>(static_cast<std::uint64_t>(globalTid) ^ bits));
    if (!track.isValid()) {
        track = addTrack(globalTid, which);
    }
    return track;
}

BatchTrack NsightBatch::threadOf(std::optional<std::int64_t> globalTid) {
    return trackOf(globalTid.value_or(0), ThreadTrack::Own);
}

BatchTrack NsightBatch::stateOf(std::int64_t globalTid) {
    return trackOf(globalTid, ThreadTrack::State);
}

BatchTrack NsightBatch::samplesOf(std::int64_t globalTid) {
    return trackOf(globalTid, ThreadTrack::Samples);
}

BatchTrack NsightBatch::gpuMetricsOf(std::int64_t typeId) {
    const auto gpu = static_cast<std::int32_t>(typeId & 0xff);
    return tracks().ofGpu(events(), gpu, "metrics");
}

constexpr ColumnNames kGpuRow =
    kSpan.with("deviceId", "streamId", "globalPid", "correlationId", "contextId");
std::optional<std::uint32_t> NsightBatch::addGpuRow(const TableRow& row, std::string_view name,
                                                    std::string_view category, SliceKind kind) {
    const std::optional<Span> span = spanOf(row);
    if (!span) {
        return std::nullopt;
    }
    const NsightProcess process =
        NsightProcess::ofGlobalId(row.integer(kGpuRow["globalPid"]).value_or(0));
    m_gpuProcess = m_gpuProcess ? m_gpuProcess : process;
    m_hasOtherGpuProcess = m_hasOtherGpuProcess || *m_gpuProcess != process;
    const std::string pid = std::to_string(process.pid());
    const std::int32_t gpu = m_names.gpuOf(process, row.integer(kGpuRow["deviceId"]).value_or(0));
    if (const auto context = row.integer(kGpuRow["contextId"])) {
        m_gpuOfContext.try_emplace({process.key, *context}, gpu);
    }
    const Place place{{numberOf(process), pid}, gpu, streamOf(row.integer(kGpuRow["streamId"]))};
    const std::uint32_t slice = addActivity(row.event, *span, name, category, kind, place);
    addCorrelation(row.event, slice, place.process.number, row.integer(kGpuRow["correlationId"]));
    return slice;
}

std::int32_t NsightBatch::gpuOfSync(const TableRow& row) const {
    const NsightProcess process =
        NsightProcess::ofGlobalId(row.integer(kGpuRow["globalPid"]).value_or(0));
    const auto known =
        m_gpuOfContext.find({process.key, row.integer(kGpuRow["contextId"]).value_or(-1)});
    return known != m_gpuOfContext.end()
               ? known->second
               : m_names.gpuOf(process, row.integer(kGpuRow["deviceId"]).value_or(0));
}

void NsightBatch::addEventRecord(std::int64_t syncId, const RecordedEvent& event) {
    m_recordedEvents[syncId] = event;
}

const NsightBatch::RecordedEvent* NsightBatch::findEventRecord(std::int64_t syncId) const {
    const auto at = m_recordedEvents.find(syncId);
    return at == m_recordedEvents.end() ? nullptr : &at->second;
}

namespace {

// "PAGEABLE" as Kineto writes it: "Pageable".
std::string capitalized(std::string_view upper) {
    std::string text(upper);
    for (std::size_t at = 1; at < text.size(); ++at) {
        text[at] = static_cast<char>(std::tolower(static_cast<unsigned char>(text[at])));
    }
    return text;
}

// "HTOD" as Kineto writes it: "HtoD".
std::string directionText(std::string_view kind) {
    const std::size_t to = kind.find("TO");
    if (kind.starts_with("UVM_")) {
        return directionText(kind.substr(4));
    }
    return to == std::string_view::npos
               ? capitalized(kind)
               : fmt::format("{}to{}", kind.substr(0, to), kind.substr(to + 2));
}

// As Kineto names the types of cuda_sync.
std::string_view syncName(std::string_view type) {
    if (type == "EVENT_SYNCHRONIZE") {
        return "Event Sync";
    }
    if (type == "STREAM_WAIT_EVENT") {
        return "Stream Wait Event";
    }
    if (type == "STREAM_SYNCHRONIZE") {
        return "Stream Sync";
    }
    return type == "CONTEXT_SYNCHRONIZE" ? "Context Sync" : "Sync";
}

constexpr ColumnNames kKernel = kGpuRow.with(
    "graphNodeId", "demangledName", "shortName", "gridX", "gridY", "gridZ", "blockX", "blockY",
    "blockZ", "registersPerThread", "staticSharedMemory", "dynamicSharedMemory", "graphId");
void addKernel(NsightBatch& batch, const TableRow& row) {
    const std::string_view full = batch.textOf(row, kKernel["demangledName"]);
    const auto slice =
        batch.addGpuRow(row, full.empty() ? batch.textOf(row, kKernel["shortName"]) : full,
                        "kernel", SliceKind::Kernel);
    if (!slice) {
        return;
    }
    KernelBatchRow kernel;
    kernel.slice = *slice;
    kernel.grid = axesOf<std::uint32_t>(row, kKernel["gridX"]);
    kernel.block = axesOf<std::uint16_t>(row, kKernel["blockX"]);
    kernel.registersPerThread = clamped<std::uint16_t>(row.integer(kKernel["registersPerThread"]));
    kernel.sharedMemoryBytes = clamped<std::uint32_t>(
        std::int64_t{clamped<std::uint32_t>(row.integer(kKernel["staticSharedMemory"]))} +
        clamped<std::uint32_t>(row.integer(kKernel["dynamicSharedMemory"])));
    kernel.graphNodeId = clamped<std::uint64_t>(row.integer(kKernel["graphNodeId"]));
    kernel.graphId = clamped<std::uint64_t>(row.integer(kKernel["graphId"]));
    batch.events().kernels.push_back(kernel);
}

constexpr ColumnNames kGraph = kGpuRow.with("graphId");
// A whole graph: its kernels were not recorded.
void addGraph(NsightBatch& batch, const TableRow& row) {
    const std::uint64_t graph = clamped<std::uint64_t>(row.integer(kGraph["graphId"]));
    if (const auto slice =
            batch.addGpuRow(row, fmt::format("CUDA graph {}", graph), "graph", SliceKind::Kernel)) {
        KernelBatchRow kernel;
        kernel.slice = *slice;
        kernel.graphId = graph;
        batch.events().kernels.push_back(kernel);
    }
}

constexpr ColumnNames kCopy = kGpuRow.with("copyKind", "srcKind", "dstKind", "bytes");
void addCopy(NsightBatch& batch, const TableRow& row) {
    const auto kindOf = [&](int column) {
        return capitalized(batch.names().memoryKind(row.integer(column).value_or(-1)));
    };
    const std::string name = fmt::format(
        "Memcpy {} ({} -> {})",
        directionText(batch.names().copyKind(row.integer(kCopy["copyKind"]).value_or(-1))),
        kindOf(kCopy["srcKind"]), kindOf(kCopy["dstKind"]));
    if (const auto slice = batch.addGpuRow(row, name, "gpu_memcpy", SliceKind::Memcpy)) {
        batch.addBytes(*slice, row.integer(kCopy["bytes"]));
    }
}

constexpr ColumnNames kMemset = kGpuRow.with("memKind", "bytes");
void addMemset(NsightBatch& batch, const TableRow& row) {
    const std::string kind =
        capitalized(batch.names().memoryKind(row.integer(kMemset["memKind"]).value_or(-1)));
    const std::string name = fmt::format("Memset ({})", kind.empty() ? "Device" : kind);
    if (const auto slice = batch.addGpuRow(row, name, "gpu_memset", SliceKind::Memset)) {
        batch.addBytes(*slice, row.integer(kMemset["bytes"]));
    }
}

constexpr ColumnNames kEventRecord("eventSyncId", "streamId", "correlationId", "globalPid");
void addEventRecord(NsightBatch& batch, const TableRow& row) {
    const auto id = row.integer(kEventRecord["eventSyncId"]);
    const NsightProcess process =
        NsightProcess::ofGlobalId(row.integer(kEventRecord["globalPid"]).value_or(0));
    const auto correlation = RowBatch::correlationOf(batch.numberOf(process),
                                                     row.integer(kEventRecord["correlationId"]));
    if (id && *id > 0 && correlation) {
        batch.addEventRecord(*id, {RowBatch::streamOf(row.integer(kEventRecord["streamId"])),
                                   static_cast<std::int64_t>(*correlation)});
    }
}

constexpr ColumnNames kSync = kGpuRow.with("syncType", "eventSyncId");
void addSync(NsightBatch& batch, const TableRow& row) {
    const std::optional<RowBatch::Span> span = batch.spanOf(row);
    if (!span) {
        return;
    }
    const NsightProcess process =
        NsightProcess::ofGlobalId(row.integer(kSync["globalPid"]).value_or(0));
    const std::int32_t gpu = batch.gpuOfSync(row);
    const std::int32_t stream = RowBatch::streamOf(row.integer(kSync["streamId"]));
    const std::string_view name =
        syncName(batch.names().syncType(row.integer(kSync["syncType"]).value_or(-1)));
    const std::uint32_t slice =
        batch.addSlice(row.event, *span, name, "cuda_sync", SliceKind::Sync,
                       batch.tracks().waits(batch.events(), std::to_string(process.pid()), gpu));
    SyncBatchRow sync;
    sync.slice = slice;
    sync.kind = batch.events().strings.intern(name);
    sync.stream = stream;
    if (const auto* event = batch.findEventRecord(row.integer(kSync["eventSyncId"]).value_or(0))) {
        sync.waitOnStream = event->stream;
        sync.waitOnEventRecordCorrelation = event->correlation;
    }
    batch.events().syncs.push_back(sync);
    batch.addCorrelation(row.event, slice, batch.numberOf(process),
                         row.integer(kSync["correlationId"]));
}

}  // namespace

std::vector<EventTable> nsightGpuTables(NsightBatch& batch) {
    const auto with = [&batch](void (*add)(NsightBatch&, const TableRow&)) {
        return [&batch, add](const TableRow& row) { add(batch, row); };
    };
    return {
        {"CUPTI_ACTIVITY_KIND_KERNEL", kKernel, with(addKernel)},
        {"CUPTI_ACTIVITY_KIND_GRAPH_TRACE", kGraph, with(addGraph)},
        {"CUPTI_ACTIVITY_KIND_MEMCPY", kCopy, with(addCopy)},
        {"CUPTI_ACTIVITY_KIND_MEMSET", kMemset, with(addMemset)},
        {"CUPTI_ACTIVITY_KIND_CUDA_EVENT", kEventRecord, with(addEventRecord)},
        {"CUPTI_ACTIVITY_KIND_SYNCHRONIZATION", kSync, with(addSync)},
    };
}

namespace {

// NVTX_EVENTS.eventType (ENUM_NSYS_EVENT_TYPE); the second of each pair is imported text (NVTXT).
constexpr std::array<std::int64_t, 2> kPushPop{59, 70};
constexpr std::array<std::int64_t, 2> kStartEnd{60, 71};
constexpr std::array<std::int64_t, 2> kMark{34, 65};

bool isOneOf(std::optional<std::int64_t> type, const std::array<std::int64_t, 2>& types) {
    return type && std::find(types.begin(), types.end(), *type) != types.end();
}

constexpr ColumnNames kCall = kSpan.with("globalTid", "nameId");
constexpr ColumnNames kApiCall = kCall.with("correlationId");
void addApiCall(NsightBatch& batch, const TableRow& row) {
    const std::optional<RowBatch::Span> span = batch.spanOf(row);
    const auto thread = row.integer(kApiCall["globalTid"]);
    if (!span) {
        return;
    }
    const std::string_view name = withoutVersion(batch.textOf(row, kApiCall["nameId"]));
    const bool isRuntime = name.starts_with("cuda");
    const std::uint32_t slice =
        batch.addSlice(row.event, *span, name, isRuntime ? "cuda_runtime" : "cuda_driver",
                       isRuntime ? SliceKind::Runtime : SliceKind::Driver, batch.threadOf(thread));
    batch.addCorrelation(row.event, slice,
                         batch.numberOf(NsightProcess::ofGlobalId(thread.value_or(0))),
                         row.integer(kApiCall["correlationId"]));
}

// A range that NCCL records itself, named by its function: "ncclAllReduce". An export that was cut
// may lack the row that names the domain.
bool isNcclFunction(std::string_view text, std::string_view domain) {
    constexpr std::string_view kPrefix = "nccl";
    return (domain == "NCCL" || domain.empty()) && text.starts_with(kPrefix) &&
           text.size() > kPrefix.size() && text[kPrefix.size()] >= 'A' &&
           text[kPrefix.size()] <= 'Z';
}

constexpr ColumnNames kNvtx =
    kSpan.with("globalTid", "eventType", "text", "textId", "domainId", "binaryData");
void addNcclCall(NsightBatch& batch, const TableRow& row, std::uint32_t slice,
                 std::string_view function) {
    const NcclPayloads& payloads = batch.ncclPayloads();
    const std::optional<NcclPayload> payload = payloads.decode(row.blob(kNvtx["binaryData"]));
    if (!payload || payload->bytes < 0) {
        return;  // ncclGroupEnd, ncclCommInitRank
    }
    CommCallBatchRow call = payloads.callOf(function, *payload);
    auto& texts = batch.events().strings;
    call.slice = slice;
    call.type = texts.intern("Byte");
    if (payload->communicator != 0) {
        call.group = texts.intern(fmt::format("0x{:x}", payload->communicator));
    }
    batch.events().commCalls.push_back(call);
}

void addNvtx(NsightBatch& batch, const TableRow& row) {
    const auto type = row.integer(kNvtx["eventType"]);
    const auto start = row.integer(kNvtx["start"]);
    const bool isRange = isOneOf(type, kPushPop);
    if (!isRange && !isOneOf(type, kStartEnd) && !isOneOf(type, kMark)) {
        return;  // domains, names of threads and streams
    }
    if (!start) {
        batch.events().issues.record(IssueKind::MissingTime, row.event.number(), "NVTX");
        return;
    }
    const std::string_view own = row.text(kNvtx["text"]);
    const std::string_view text = own.empty() ? batch.textOf(row, kNvtx["textId"]) : own;
    const std::string_view domain = batch.names().nvtxDomain(
        row.integer(kNvtx["globalTid"]).value_or(0), row.integer(kNvtx["domainId"]).value_or(0));
    MarkerLabel label = labelMarker(text, "nvtx", domain);
    if (isNcclFunction(text, domain)) {
        label.kind = SliceKind::Other;  // a call of a library, no annotation of the program
    }
    const BatchTrack track = batch.threadOf(row.integer(kNvtx["globalTid"]));
    if (isRange && !row.isNull(kNvtx["end"])) {
        if (const std::optional<RowBatch::Span> span = batch.spanOf(row)) {
            const std::uint32_t slice =
                batch.addSlice(row.event, *span, label.name, label.category, label.kind, track);
            if (label.kind == SliceKind::Other) {
                addNcclCall(batch, row, slice, text);
            }
        }
        return;
    }
    const BatchString name = batch.events().strings.intern(label.name);
    const BatchCategory inCategory = batch.events().category(label.category, label.kind);
    if (isOneOf(type, kMark)) {
        batch.events().instants.push_back({*start, name, inCategory, track, row.event});
    } else if (row.isNull(kNvtx["end"])) {  // never popped
        batch.events().openEnds.push_back(
            {OpenEndPhase::Begin, *start, name, inCategory, track, row.event});
    } else if (const std::optional<RowBatch::Span> span = batch.spanOf(row)) {
        const BatchString id = batch.events().strings.intern(std::to_string(row.event.number()));
        const auto addHalf = [&](AsyncPhase phase, std::int64_t time) {
            batch.events().asyncs.push_back({phase, time, name, inCategory, id, track, row.event});
        };
        addHalf(AsyncPhase::Begin, span->start);
        addHalf(AsyncPhase::End, span->start + span->duration);
    }
}

// Calls of libraries: the operating system's, cuDNN's, cuBLAS'.
void addOsCall(NsightBatch& batch, const TableRow& row) {
    if (const std::optional<RowBatch::Span> span = batch.spanOf(row)) {
        batch.addSlice(row.event, *span, withoutVersion(batch.textOf(row, kCall["nameId"])),
                       "library_call", SliceKind::Other,
                       batch.threadOf(row.integer(kCall["globalTid"])));
    }
}

void addOverhead(NsightBatch& batch, const TableRow& row) {
    if (const std::optional<RowBatch::Span> span = batch.spanOf(row)) {
        const std::string_view name = batch.textOf(row, kCall["nameId"]);
        batch.addSlice(row.event, *span, name.empty() ? "profiler" : name, "overhead",
                       SliceKind::Overhead, batch.threadOf(row.integer(kCall["globalTid"])));
    }
}

}  // namespace

std::vector<EventTable> nsightHostTables(NsightBatch& batch) {
    const auto with = [&batch](void (*add)(NsightBatch&, const TableRow&)) {
        return [&batch, add](const TableRow& row) { add(batch, row); };
    };
    return {
        {"CUPTI_ACTIVITY_KIND_RUNTIME", kApiCall, with(addApiCall)},
        {"CUPTI_ACTIVITY_KIND_DRIVER", kApiCall, with(addApiCall)},
        {"NVTX_EVENTS", kNvtx, with(addNvtx)},
        {"CUDNN_EVENTS", kCall, with(addOsCall)},
        {"CUBLAS_EVENTS", kCall, with(addOsCall)},
        {"OSRT_API", kCall, with(addOsCall)},
        {"CUPTI_ACTIVITY_KIND_OVERHEAD", kCall, with(addOverhead)},
        {"PROFILER_OVERHEAD", kCall, with(addOverhead)},
    };
}

}  // namespace gaplight
