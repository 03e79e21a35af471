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
    return RowBatch::clamped<int>(row.integer(column));
}

DeviceProperties propertiesOf(const DatabaseQuery& row, std::string_view name) {
    DeviceProperties gpu;
    gpu.gpu = GpuId(SourceId(), numberAt(row, 1));
    gpu.name = name;
    gpu.totalMemoryBytes = RowBatch::clamped<std::int64_t>(row.integer(3));
    gpu.sms = numberAt(row, 4);
    gpu.computeMajor = numberAt(row, 5);
    gpu.computeMinor = numberAt(row, 6);
    gpu.warpSize = numberAt(row, 7);
    gpu.maxThreadsPerSm = static_cast<int>(
        std::min<std::int64_t>(std::int64_t{numberAt(row, 8)} * gpu.warpSize, 1'000'000));
    gpu.maxThreadsPerBlock = numberAt(row, 9);
    gpu.registersPerSm = numberAt(row, 10);
    gpu.sharedMemoryPerSmBytes = numberAt(row, 11);
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
    constexpr std::array<std::string_view, 2> kText{"_id_", "value"};
    constexpr std::array<std::string_view, 1> kVersion{"version"};
    Result<void> read = forEachRow(database, "StringTable", kText, [&](const DatabaseQuery& row) {
        const auto id = row.integer(1);
        if (id && *id != 0) {  // 0: "-- null --"
            m_texts.emplace(*id, row.text(2));
        }
    });
    return read ? forEachRow(database, "Version", kVersion,
                             [&](const DatabaseQuery& row) { m_version = row.displayText(1); })
                : read;
}

Result<void> NvprofNames::readGpus(const Database& database) {
    constexpr std::array<std::string_view, 11> kDevice{"id",
                                                       "name",
                                                       "globalMemorySize",
                                                       "numMultiprocessors",
                                                       "computeCapabilityMajor",
                                                       "computeCapabilityMinor",
                                                       "numThreadsPerWarp",
                                                       "maxWarpsPerMultiprocessor",
                                                       "maxThreadsPerBlock",
                                                       "maxRegistersPerMultiprocessor",
                                                       "maxSharedMemoryPerMultiprocessor"};
    constexpr std::array<std::string_view, 2> kContext{"contextId", "deviceId"};
    Result<void> read =
        forEachRow(database, "CUPTI_ACTIVITY_KIND_DEVICE", kDevice, [&](const DatabaseQuery& row) {
            const auto id = row.integer(1);
            if (id && *id >= 0 && *id <= std::numeric_limits<std::int16_t>::max()) {
                m_gpus.push_back(propertiesOf(row, text(row.integer(2).value_or(0))));
            }
        });
    return read ? forEachRow(database, "CUPTI_ACTIVITY_KIND_CONTEXT", kContext,
                             [&](const DatabaseQuery& row) {
                                 if (const auto context = row.integer(1)) {
                                     m_gpuOfContext[*context] = numberAt(row, 2);
                                 }
                             })
                : read;
}

Result<void> NvprofNames::readObjects(const Database& database) {
    constexpr std::array<std::string_view, 3> kName{"objectKind", "objectId", "name"};
    for (const std::string_view table :
         {"CUPTI_ACTIVITY_KIND_RUNTIME", "CUPTI_ACTIVITY_KIND_DRIVER"}) {
        Result<DatabaseQuery> row =
            database.query("SELECT processId FROM " + quotedName(table) + " LIMIT 1");
        if (m_pid == 0 && row && row->next().value_or(false)) {
            m_pid = row->integer(0).value_or(0);
        }
    }
    return forEachRow(database, "CUPTI_ACTIVITY_KIND_NAME", kName, [&](const DatabaseQuery& row) {
        if (const auto object = CuptiObject::of(row.integer(1), row.blob(2))) {
            m_names[object->key()] = text(row.integer(3).value_or(0));
        }
    });
}

Result<void> NvprofNames::readEnds(const Database& database) {
    constexpr std::array<std::string_view, 3> kMarker{"flags", "id", "timestamp"};
    return forEachRow(database, "CUPTI_ACTIVITY_KIND_MARKER", kMarker,
                      [&](const DatabaseQuery& row) {
                          const auto range = row.integer(2);
                          const auto time = row.integer(3);
                          if ((row.integer(1).value_or(0) & kMarkerEnd) != 0 && range && time) {
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

// start, end, processId, threadId, correlationId, cbid are columns 1 to 6.
void addCall(NvprofBatch& batch, const TableRow& row, bool isRuntime) {
    const std::optional<RowBatch::Span> span = batch.spanOf(row);
    if (!span) {
        return;
    }
    const std::int64_t number = row.values.integer(6).value_or(0);
    const std::string_view known = isRuntime ? cuptiRuntimeCall(number) : cuptiDriverCall(number);
    const char* category = isRuntime ? "cuda_runtime" : "cuda_driver";
    const std::string name =
        known.empty() ? fmt::format("{} call {}", category, number) : std::string(known);
    const std::uint32_t slice = batch.addSlice(
        row.event, *span, name, category, isRuntime ? SliceKind::Runtime : SliceKind::Driver,
        batch.threadOf({threadNumber(row.values.integer(3)), threadNumber(row.values.integer(4))}));
    batch.addCorrelation(row.event, slice, 0, row.values.integer(5));
}

void addKernel(NvprofBatch& batch, const TableRow& row) {
    const auto slice = batch.addGpuRow(row, batch.kernelName(row.values.integer(6).value_or(0)),
                                       "kernel", SliceKind::Kernel);
    if (!slice) {
        return;
    }
    KernelBatchRow kernel;
    kernel.slice = *slice;
    for (int axis = 0; axis < 3; ++axis) {
        const auto at = static_cast<std::size_t>(axis);
        kernel.grid.at(at) = RowBatch::clamped<std::uint32_t>(row.values.integer(7 + axis));
        kernel.block.at(at) = RowBatch::clamped<std::uint16_t>(row.values.integer(10 + axis));
    }
    kernel.registersPerThread = RowBatch::clamped<std::uint16_t>(row.values.integer(13));
    const std::uint64_t shared =
        std::uint64_t{RowBatch::clamped<std::uint32_t>(row.values.integer(14))} +
        RowBatch::clamped<std::uint32_t>(row.values.integer(15));
    kernel.sharedMemoryBytes = static_cast<std::uint32_t>(
        std::min<std::uint64_t>(shared, std::numeric_limits<std::uint32_t>::max()));
    batch.events().kernels.push_back(kernel);
}

void addCopy(NvprofBatch& batch, const TableRow& row) {
    const std::string name = fmt::format(
        "Memcpy {} ({} -> {})", nameIn(kCopyKinds, row.values.integer(6)),
        nameIn(kMemoryKinds, row.values.integer(7)), nameIn(kMemoryKinds, row.values.integer(8)));
    if (const auto slice = batch.addGpuRow(row, name, "gpu_memcpy", SliceKind::Memcpy)) {
        batch.events().copies.push_back({*slice, row.values.integer(9).value_or(-1), {}, {}, {}});
    }
}

void addMemset(NvprofBatch& batch, const TableRow& row) {
    const std::string_view kind = nameIn(kMemoryKinds, row.values.integer(6));
    const std::string name = fmt::format("Memset ({})", kind == "Unknown" ? "Device" : kind);
    if (const auto slice = batch.addGpuRow(row, name, "gpu_memset", SliceKind::Memset)) {
        batch.events().copies.push_back({*slice, row.values.integer(7).value_or(-1), {}, {}, {}});
    }
}

// start, end, contextId, streamId, correlationId, type, cudaEventId are columns 1 to 7.
void addSync(NvprofBatch& batch, const TableRow& row) {
    const std::optional<RowBatch::Span> span = batch.spanOf(row);
    if (!span) {
        return;
    }
    const std::int64_t context = row.values.integer(3).value_or(0);
    const std::string_view name = nameIn(kSyncKinds, row.values.integer(6));
    const std::uint32_t slice = batch.addSlice(
        row.event, *span, name, "cuda_sync", SliceKind::Sync,
        batch.tracks().waits(batch.events(), batch.pid(), batch.names().gpuOf(context)));
    SyncBatchRow sync;
    sync.slice = slice;
    sync.kind = batch.events().strings.intern(name);
    sync.stream = RowBatch::streamOf(row.values.integer(4));
    const auto* recorded = batch.lastRecordBefore(context, row.values.integer(7).value_or(-1),
                                                  row.values.integer(5).value_or(0));
    if (recorded != nullptr) {
        sync.waitOnStream = recorded->stream;
        sync.waitOnEventRecordCorrelation = recorded->correlation;
    }
    batch.events().syncs.push_back(sync);
    batch.addCorrelation(row.event, slice, 0, row.values.integer(5));
}

// contextId, eventId, correlationId, streamId are columns 1 to 4.
void addEventRecord(NvprofBatch& batch, const TableRow& row) {
    const auto context = row.values.integer(1);
    const auto event = row.values.integer(2);
    const auto correlation = row.values.integer(3);
    if (context && event && correlation) {
        batch.addEventRecord(*context, *event,
                             {*correlation, RowBatch::streamOf(row.values.integer(4))});
    }
}

// timestamp, flags, id, objectKind, objectId, name, domain are columns 1 to 7.
void addMarker(NvprofBatch& batch, const TableRow& row) {
    const std::int64_t flags = row.values.integer(2).value_or(0);
    const bool isInstant = (flags & kMarkerInstant) != 0;
    if (!isInstant && (flags & kMarkerStart) == 0) {
        return;  // an end, which its start takes
    }
    EventBatch& events = batch.events();
    const auto time = row.values.integer(1);
    if (!time) {
        events.issues.record(row.values.isNull(1) ? IssueKind::MissingTime : IssueKind::BadTime,
                             row.event.number(), "timestamp " + row.values.displayText(1));
        return;
    }
    const CuptiObject thread = CuptiObject::of(row.values.integer(4), row.values.blob(5))
                                   .value_or(CuptiObject{threadNumber(batch.names().pid()), 0});
    const BatchTrack track = batch.threadOf(thread);
    const MarkerLabel label =
        labelMarker(batch.names().text(row.values.integer(6).value_or(0)), "nvtx",
                    batch.names().text(row.values.integer(7).value_or(0)));
    const BatchString name = events.strings.intern(label.name);
    const BatchCategory category = events.category(label.category, label.kind);
    if (isInstant) {
        events.instants.push_back({*time, name, category, track, row.event});
        return;
    }
    const auto end = batch.names().takeEnd(row.values.integer(3).value_or(-1));
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

// start, end, objectKind, objectId, overheadKind are columns 1 to 5.
void addOverhead(NvprofBatch& batch, const TableRow& row) {
    const std::optional<RowBatch::Span> span = batch.spanOf(row);
    if (!span) {
        return;
    }
    const auto object = CuptiObject::of(row.values.integer(3), row.values.blob(4));
    const std::string pid = object ? std::to_string(object->process) : batch.pid();
    const BatchTrack track = object && object->thread != 0
                                 ? batch.threadOf(*object)
                                 : batch.tracks().find(batch.events(), pid, "profiler");
    batch.addSlice(row.event, *span, overheadName(row.values.integer(5).value_or(0)), "overhead",
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
    const Place place{
        {0, m_pid}, std::max(streamOf(row.values.integer(3)), 0), streamOf(row.values.integer(4))};
    const std::uint32_t slice = addActivity(row.event, *span, name, category, kind, place);
    addCorrelation(row.event, slice, 0, row.values.integer(5));
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
    const auto calls = [&](const char* name, bool isRuntime) {
        return EventTable{
            name,
            {"start", "end", "processId", "threadId", "correlationId", "cbid"},
            {},
            [&batch, isRuntime](const TableRow& row) { addCall(batch, row, isRuntime); }};
    };
    const auto kernels = [&](const char* name) {
        return EventTable{name,
                          {"start", "end", "deviceId", "streamId", "correlationId", "name", "gridX",
                           "gridY", "gridZ", "blockX", "blockY", "blockZ", "registersPerThread",
                           "staticSharedMemory", "dynamicSharedMemory"},
                          {},
                          with(addKernel)};
    };
    const auto copies = [&](const char* name) {
        return EventTable{name,
                          {"start", "end", "deviceId", "streamId", "correlationId", "copyKind",
                           "srcKind", "dstKind", "bytes"},
                          {},
                          with(addCopy)};
    };
    return {
        kernels("CUPTI_ACTIVITY_KIND_KERNEL"),
        kernels("CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL"),
        kernels("CUPTI_ACTIVITY_KIND_CDP_KERNEL"),
        copies("CUPTI_ACTIVITY_KIND_MEMCPY"),
        copies("CUPTI_ACTIVITY_KIND_MEMCPY2"),
        {"CUPTI_ACTIVITY_KIND_MEMSET",
         {"start", "end", "deviceId", "streamId", "correlationId", "memoryKind", "bytes"},
         {},
         with(addMemset)},
        {"CUPTI_ACTIVITY_KIND_CUDA_EVENT",
         {"contextId", "eventId", "correlationId", "streamId"},
         {},
         with(addEventRecord)},
        {"CUPTI_ACTIVITY_KIND_SYNCHRONIZATION",
         {"start", "end", "contextId", "streamId", "correlationId", "type", "cudaEventId"},
         {},
         with(addSync)},
        calls("CUPTI_ACTIVITY_KIND_RUNTIME", true),
        calls("CUPTI_ACTIVITY_KIND_DRIVER", false),
        {"CUPTI_ACTIVITY_KIND_MARKER",
         {"timestamp", "flags", "id", "objectKind", "objectId", "name", "domain"},
         {},
         with(addMarker)},
        {"CUPTI_ACTIVITY_KIND_OVERHEAD",
         {"start", "end", "objectKind", "objectId", "overheadKind"},
         {},
         with(addOverhead)},
    };
}

}  // namespace gaplight
