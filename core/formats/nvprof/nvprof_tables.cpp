// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/nvprof/nvprof_tables.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>

#include <fmt/format.h>

#include "core/base/result.h"
#include "core/formats/demangled_name.h"
#include "core/formats/nvprof/cupti_calls.h"
#include "core/formats/sqlite/batch_tracks.h"
#include "core/formats/sqlite/row_scan.h"

namespace gaplight {
namespace {

constexpr std::int64_t kProcess = 1;  // CUpti_ActivityObjectKind
constexpr std::int64_t kThread = 2;

std::uint32_t wordAt(std::string_view bytes, std::size_t at) {
    std::uint32_t word = 0;
    std::memcpy(&word, bytes.data() + at, sizeof word);
    return word;
}

int numberAt(const DatabaseQuery& row, int column) {
    return clamped<int>(row.integer(column));
}

constexpr ColumnNames kDevice("id", "name", "globalMemorySize", "numMultiprocessors",
                              "computeCapabilityMajor", "computeCapabilityMinor",
                              "numThreadsPerWarp", "maxWarpsPerMultiprocessor",
                              "maxThreadsPerBlock", "maxRegistersPerMultiprocessor",
                              "maxSharedMemoryPerMultiprocessor");

DeviceProperties propertiesOf(const DatabaseQuery& row, std::string_view name) {
    DeviceProperties gpu;
    gpu.gpu = GpuId(SourceId(), numberAt(row, kDevice["id"]));
    gpu.name = name;
    gpu.totalMemoryBytes = clamped<std::int64_t>(row.integer(kDevice["globalMemorySize"]));
    gpu.sms = numberAt(row, kDevice["numMultiprocessors"]);
    gpu.computeMajor = numberAt(row, kDevice["computeCapabilityMajor"]);
    gpu.computeMinor = numberAt(row, kDevice["computeCapabilityMinor"]);
    gpu.warpSize = numberAt(row, kDevice["numThreadsPerWarp"]);
    gpu.maxThreadsPerSm = static_cast<int>(std::min<std::int64_t>(
        std::int64_t{numberAt(row, kDevice["maxWarpsPerMultiprocessor"])} * gpu.warpSize,
        1'000'000));
    gpu.maxThreadsPerBlock = numberAt(row, kDevice["maxThreadsPerBlock"]);
    gpu.registersPerSm = numberAt(row, kDevice["maxRegistersPerMultiprocessor"]);
    gpu.sharedMemoryPerSmBytes = numberAt(row, kDevice["maxSharedMemoryPerMultiprocessor"]);
    return gpu;
}

}  // namespace

std::optional<CuptiObject> CuptiObject::of(std::optional<std::int64_t> kind, std::string_view id) {
    if ((kind != kProcess && kind != kThread) || id.size() < 8) {
        return std::nullopt;
    }
    return CuptiObject{wordAt(id, 0), kind == kThread ? wordAt(id, 4) : 0};
}

Result<NvprofNames> NvprofNames::read(const Database& database) {
    NvprofNames names;
    for (const auto read : {&NvprofNames::readTexts, &NvprofNames::readGpus,
                            &NvprofNames::readObjects, &NvprofNames::readEnds}) {
        TRY((names.*read)(database));
    }
    return names;
}

std::string_view NvprofNames::text(std::int64_t id) const {
    const auto at = m_texts.find(id);
    return at == m_texts.end() ? std::string_view() : at->second;
}

std::int32_t NvprofNames::gpuOf(std::int64_t context) const {
    const auto at = m_gpuOfContext.find(context);
    return at == m_gpuOfContext.end() ? 0 : at->second;
}

std::string_view NvprofNames::nameOf(const CuptiObject& object) const {
    const auto at = m_names.find(object.key());
    return at == m_names.end() ? std::string_view() : at->second;
}

std::optional<std::int64_t> NvprofNames::takeEnd(std::int64_t range) {
    const auto at = m_ends.find(range);
    if (at == m_ends.end()) {
        return std::nullopt;
    }
    const std::int64_t end = at->second;
    m_ends.erase(at);
    return end;
}

Result<void> NvprofNames::readTexts(const Database& database) {
    static constexpr ColumnNames kText("_id_", "value");
    static constexpr ColumnNames kVersion("version");
    Result<void> read = forEachRow(database, "StringTable", kText, [&](const DatabaseQuery& row) {
        const auto id = row.integer(kText["_id_"]);
        if (id && *id != 0) {  // 0: "-- null --"
            m_texts.emplace(*id, row.text(kText["value"]));
        }
    });
    return read ? forEachRow(database, "Version", kVersion,
                             [&](const DatabaseQuery& row) {
                                 m_version = row.displayText(kVersion["version"]);
                             })
                : read;
}

Result<void> NvprofNames::readGpus(const Database& database) {
    static constexpr ColumnNames kContext("contextId", "deviceId");
    Result<void> read =
        forEachRow(database, "CUPTI_ACTIVITY_KIND_DEVICE", kDevice, [&](const DatabaseQuery& row) {
            const auto id = row.integer(kDevice["id"]);
            if (id && *id >= 0 && *id <= std::numeric_limits<std::int16_t>::max()) {
                m_gpus.push_back(propertiesOf(row, text(row.integer(kDevice["name"]).value_or(0))));
            }
        });
    return read ? forEachRow(database, "CUPTI_ACTIVITY_KIND_CONTEXT", kContext,
                             [&](const DatabaseQuery& row) {
                                 if (const auto context = row.integer(kContext["contextId"])) {
                                     m_gpuOfContext[*context] = numberAt(row, kContext["deviceId"]);
                                 }
                             })
                : read;
}

Result<void> NvprofNames::readObjects(const Database& database) {
    static constexpr ColumnNames kName("objectKind", "objectId", "name");
    for (const std::string_view table :
         {"CUPTI_ACTIVITY_KIND_RUNTIME", "CUPTI_ACTIVITY_KIND_DRIVER"}) {
        Result<DatabaseQuery> row =
            database.query("SELECT processId FROM " + quotedName(table) + " LIMIT 1");
        if (m_pid == 0 && row && row->next().value_or(false)) {
            m_pid = row->integer(0).value_or(0);
        }
    }
    return forEachRow(database, "CUPTI_ACTIVITY_KIND_NAME", kName, [&](const DatabaseQuery& row) {
        if (const auto object =
                CuptiObject::of(row.integer(kName["objectKind"]), row.blob(kName["objectId"]))) {
            m_names[object->key()] = text(row.integer(kName["name"]).value_or(0));
        }
    });
}

Result<void> NvprofNames::readEnds(const Database& database) {
    static constexpr ColumnNames kEnd("flags", "id", "timestamp");
    return forEachRow(database, "CUPTI_ACTIVITY_KIND_MARKER", kEnd, [&](const DatabaseQuery& row) {
        const auto range = row.integer(kEnd["id"]);
        const auto time = row.integer(kEnd["timestamp"]);
        if ((row.integer(kEnd["flags"]).value_or(0) & kMarkerEnd) != 0 && range && time) {
            m_ends[*range] = *time;
        }
    });
}

namespace {

// CUpti_ActivityMemoryKind, CUpti_ActivityMemcpyKind, CUpti_ActivitySynchronizationType as Kineto
// names them.
constexpr std::array<std::string_view, 8> kMemoryKinds{"Unknown",       "Pageable",      "Pinned",
                                                       "Device",        "Array",         "Managed",
                                                       "Device Static", "Managed Static"};
constexpr std::array<std::string_view, 11> kCopyKinds{
    "Unknown", "HtoD", "DtoH", "HtoA", "AtoH", "AtoA", "AtoD", "DtoA", "DtoD", "HtoH", "PtoP"};
constexpr std::array<std::string_view, 5> kSyncKinds{"Sync", "Event Sync", "Stream Wait Event",
                                                     "Stream Sync", "Context Sync"};

std::string_view nameIn(std::span<const std::string_view> names, std::optional<std::int64_t> at) {
    const bool isKnown = at && *at >= 0 && *at < static_cast<std::int64_t>(names.size());
    return names[isKnown ? static_cast<std::size_t>(*at) : 0];
}

std::string_view overheadName(std::int64_t kind) {
    switch (kind) {
        case 1:
            return "driver compiler";
        case 1 << 16:
            return "CUPTI buffer flush";
        case 2 << 16:
            return "CUPTI instrumentation";
        case 3 << 16:
            return "CUPTI resource";
        default:
            return "profiler";
    }
}

std::uint32_t threadNumber(std::optional<std::int64_t> value) {
    return static_cast<std::uint32_t>(value.value_or(0));  // pthread_t, cut to 32 bits
}

constexpr ColumnNames kCall = kSpan.with("processId", "threadId", "correlationId", "cbid");
void addCall(NvprofBatch& batch, const TableRow& row, bool isRuntime) {
    const std::optional<RowBatch::Span> span = batch.spanOf(row);
    if (!span) {
        return;
    }
    const std::int64_t number = row.integer(kCall["cbid"]).value_or(0);
    const std::string_view known = isRuntime ? cuptiRuntimeCall(number) : cuptiDriverCall(number);
    const char* category = isRuntime ? "cuda_runtime" : "cuda_driver";
    const std::string name =
        known.empty() ? fmt::format("{} call {}", category, number) : std::string(known);
    const std::uint32_t slice = batch.addSlice(
        row.event, *span, name, category, isRuntime ? SliceKind::Runtime : SliceKind::Driver,
        batch.threadOf({threadNumber(row.integer(kCall["processId"])),
                        threadNumber(row.integer(kCall["threadId"]))}));
    batch.addCorrelation(row.event, slice, 0, row.integer(kCall["correlationId"]));
}

constexpr ColumnNames kGpuRow = kSpan.with("deviceId", "streamId", "correlationId");
constexpr ColumnNames kKernel =
    kGpuRow.with("name", "gridX", "gridY", "gridZ", "blockX", "blockY", "blockZ",
                 "registersPerThread", "staticSharedMemory", "dynamicSharedMemory");
void addKernel(NvprofBatch& batch, const TableRow& row) {
    const auto slice =
        batch.addGpuRow(row, batch.kernelName(row.integer(kKernel["name"]).value_or(0)), "kernel",
                        SliceKind::Kernel);
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
    batch.events().kernels.push_back(kernel);
}

constexpr ColumnNames kCopy = kGpuRow.with("copyKind", "srcKind", "dstKind", "bytes");
void addCopy(NvprofBatch& batch, const TableRow& row) {
    const std::string name =
        fmt::format("Memcpy {} ({} -> {})", nameIn(kCopyKinds, row.integer(kCopy["copyKind"])),
                    nameIn(kMemoryKinds, row.integer(kCopy["srcKind"])),
                    nameIn(kMemoryKinds, row.integer(kCopy["dstKind"])));
    if (const auto slice = batch.addGpuRow(row, name, "gpu_memcpy", SliceKind::Memcpy)) {
        batch.addBytes(*slice, row.integer(kCopy["bytes"]));
    }
}

constexpr ColumnNames kMemset = kGpuRow.with("memoryKind", "bytes");
void addMemset(NvprofBatch& batch, const TableRow& row) {
    const std::string_view kind = nameIn(kMemoryKinds, row.integer(kMemset["memoryKind"]));
    const std::string name = fmt::format("Memset ({})", kind == "Unknown" ? "Device" : kind);
    if (const auto slice = batch.addGpuRow(row, name, "gpu_memset", SliceKind::Memset)) {
        batch.addBytes(*slice, row.integer(kMemset["bytes"]));
    }
}

constexpr ColumnNames kSync =
    kSpan.with("contextId", "streamId", "correlationId", "type", "cudaEventId");
void addSync(NvprofBatch& batch, const TableRow& row) {
    const std::optional<RowBatch::Span> span = batch.spanOf(row);
    if (!span) {
        return;
    }
    const std::int64_t context = row.integer(kSync["contextId"]).value_or(0);
    const std::string_view name = nameIn(kSyncKinds, row.integer(kSync["type"]));
    const std::uint32_t slice = batch.addSlice(
        row.event, *span, name, "cuda_sync", SliceKind::Sync,
        batch.tracks().waits(batch.events(), batch.pid(), batch.names().gpuOf(context)));
    SyncBatchRow sync;
    sync.slice = slice;
    sync.kind = batch.events().strings.intern(name);
    sync.stream = RowBatch::streamOf(row.integer(kSync["streamId"]));
    const auto correlation = row.integer(kSync["correlationId"]);
    const auto* recorded = batch.lastRecordBefore(
        context, row.integer(kSync["cudaEventId"]).value_or(-1), correlation.value_or(0));
    if (recorded != nullptr) {
        sync.waitOnStream = recorded->stream;
        sync.waitOnEventRecordCorrelation = recorded->correlation;
    }
    batch.events().syncs.push_back(sync);
    batch.addCorrelation(row.event, slice, 0, correlation);
}

constexpr ColumnNames kEventRecord("contextId", "eventId", "correlationId", "streamId");
void addEventRecord(NvprofBatch& batch, const TableRow& row) {
    const auto context = row.integer(kEventRecord["contextId"]);
    const auto event = row.integer(kEventRecord["eventId"]);
    const auto correlation = row.integer(kEventRecord["correlationId"]);
    if (context && event && correlation) {
        batch.addEventRecord(
            *context, *event,
            {*correlation, RowBatch::streamOf(row.integer(kEventRecord["streamId"]))});
    }
}

constexpr ColumnNames kMarker("timestamp", "flags", "id", "objectKind", "objectId", "name",
                              "domain");
void addMarker(NvprofBatch& batch, const TableRow& row) {
    const std::int64_t flags = row.integer(kMarker["flags"]).value_or(0);
    const bool isInstant = (flags & kMarkerInstant) != 0;
    if (!isInstant && (flags & kMarkerStart) == 0) {
        return;  // an end, which its start takes
    }
    EventBatch& events = batch.events();
    const auto time = row.integer(kMarker["timestamp"]);
    if (!time) {
        events.issues.record(
            row.isNull(kMarker["timestamp"]) ? IssueKind::MissingTime : IssueKind::BadTime,
            row.event.number(), "timestamp " + row.displayText(kMarker["timestamp"]));
        return;
    }
    const CuptiObject thread =
        CuptiObject::of(row.integer(kMarker["objectKind"]), row.blob(kMarker["objectId"]))
            .value_or(CuptiObject{threadNumber(batch.names().pid()), 0});
    const BatchTrack track = batch.threadOf(thread);
    const MarkerLabel label =
        labelMarker(batch.names().text(row.integer(kMarker["name"]).value_or(0)), "nvtx",
                    batch.names().text(row.integer(kMarker["domain"]).value_or(0)));
    const BatchString name = events.strings.intern(label.name);
    const BatchCategory category = events.category(label.category, label.kind);
    if (isInstant) {
        events.instants.push_back({*time, name, category, track, row.event});
        return;
    }
    const auto end = batch.names().takeEnd(row.integer(kMarker["id"]).value_or(-1));
    std::int64_t duration = 0;
    if (!end) {
        events.openEnds.push_back({OpenEndPhase::Begin, *time, name, category, track, row.event});
    } else if (__builtin_sub_overflow(*end, *time, &duration) || duration < 0) {
        events.issues.record(IssueKind::NegativeDuration, row.event.number(),
                             fmt::format("start {} end {}", *time, *end));
        batch.addSlice(row.event, {*time, 0}, label.name, label.category, label.kind, track);
    } else {
        batch.addSlice(row.event, {*time, duration}, label.name, label.category, label.kind, track);
    }
}

constexpr ColumnNames kOverhead = kSpan.with("objectKind", "objectId", "overheadKind");
void addOverhead(NvprofBatch& batch, const TableRow& row) {
    const std::optional<RowBatch::Span> span = batch.spanOf(row);
    if (!span) {
        return;
    }
    const auto object =
        CuptiObject::of(row.integer(kOverhead["objectKind"]), row.blob(kOverhead["objectId"]));
    const std::string pid = object ? std::to_string(object->process) : batch.pid();
    const BatchTrack track = object && object->thread != 0
                                 ? batch.threadOf(*object)
                                 : batch.tracks().find(batch.events(), pid, "profiler");
    batch.addSlice(row.event, *span,
                   overheadName(row.integer(kOverhead["overheadKind"]).value_or(0)), "overhead",
                   SliceKind::Overhead, track);
}

}  // namespace

BatchTrack NvprofBatch::threadOf(const CuptiObject& thread) {
    BatchTrack& track = tracks().thread(static_cast<std::int64_t>(thread.key()));
    if (track.isValid()) {
        return track;
    }
    track = tracks().find(events(), std::to_string(thread.process), std::to_string(thread.thread));
    if (const std::string_view name = m_names.nameOf(thread); !name.empty() && thread.thread != 0) {
        BatchTracks::addName(events(), TrackFact::ThreadName, track, name);
    }
    if (const std::string_view name = m_names.nameOf({thread.process, 0}); !name.empty()) {
        BatchTracks::addName(events(), TrackFact::ProcessName, track, name);
    }
    return track;
}

const std::string& NvprofBatch::kernelName(std::int64_t id) {
    const auto [at, isNew] = m_kernelNames.try_emplace(id);
    if (isNew) {
        at->second = demangledName(m_names.text(id));
    }
    return at->second;
}

std::optional<std::uint32_t> NvprofBatch::addGpuRow(const TableRow& row, std::string_view name,
                                                    std::string_view category, SliceKind kind) {
    const std::optional<Span> span = spanOf(row);
    if (!span) {
        return std::nullopt;
    }
    const Place place{{0, m_pid},
                      std::max(streamOf(row.integer(kGpuRow["deviceId"])), 0),
                      streamOf(row.integer(kGpuRow["streamId"]))};
    const std::uint32_t slice = addActivity(row.event, *span, name, category, kind, place);
    addCorrelation(row.event, slice, 0, row.integer(kGpuRow["correlationId"]));
    return slice;
}

void NvprofBatch::addEventRecord(std::int64_t context, std::int64_t event,
                                 const RecordedEvent& recorded) {
    m_recordedEvents[{context, event}].push_back(recorded);
}

const NvprofBatch::RecordedEvent* NvprofBatch::lastRecordBefore(std::int64_t context,
                                                                std::int64_t event,
                                                                std::int64_t correlation) {
    const auto isBefore = [](const RecordedEvent& a, const RecordedEvent& b) {
        return a.correlation < b.correlation;
    };
    if (!m_areRecordsOrdered) {
        for (auto& [key, records] : m_recordedEvents) {
            std::sort(records.begin(), records.end(), isBefore);
        }
        m_areRecordsOrdered = true;
    }
    const auto at = m_recordedEvents.find({context, event});
    if (at == m_recordedEvents.end()) {
        return nullptr;
    }
    const auto& records = at->second;
    const auto after =
        std::lower_bound(records.begin(), records.end(), RecordedEvent{correlation, 0}, isBefore);
    return after == records.begin() ? nullptr : &*std::prev(after);
}

std::vector<EventTable> nvprofTables(NvprofBatch& batch) {
    const auto with = [&batch](void (*add)(NvprofBatch&, const TableRow&)) {
        return [&batch, add](const TableRow& row) { add(batch, row); };
    };
    const auto calls = [&batch](bool isRuntime) {
        return [&batch, isRuntime](const TableRow& row) { addCall(batch, row, isRuntime); };
    };
    return {
        {"CUPTI_ACTIVITY_KIND_KERNEL", kKernel, with(addKernel)},
        {"CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL", kKernel, with(addKernel)},
        {"CUPTI_ACTIVITY_KIND_CDP_KERNEL", kKernel, with(addKernel)},
        {"CUPTI_ACTIVITY_KIND_MEMCPY", kCopy, with(addCopy)},
        {"CUPTI_ACTIVITY_KIND_MEMCPY2", kCopy, with(addCopy)},
        {"CUPTI_ACTIVITY_KIND_MEMSET", kMemset, with(addMemset)},
        {"CUPTI_ACTIVITY_KIND_CUDA_EVENT", kEventRecord, with(addEventRecord)},
        {"CUPTI_ACTIVITY_KIND_SYNCHRONIZATION", kSync, with(addSync)},
        {"CUPTI_ACTIVITY_KIND_RUNTIME", kCall, calls(true)},
        {"CUPTI_ACTIVITY_KIND_DRIVER", kCall, calls(false)},
        {"CUPTI_ACTIVITY_KIND_MARKER", kMarker, with(addMarker)},
        {"CUPTI_ACTIVITY_KIND_OVERHEAD", kOverhead, with(addOverhead)},
    };
}

}  // namespace gaplight
