// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/nsight/nsight_names.h"

#include <array>
#include <limits>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/base/id.h"
#include "core/base/result.h"
#include "core/formats/sqlite/row_scan.h"

namespace gaplight {
namespace {

constexpr std::int64_t kDomainCreate = 75;  // NVTX_EVENTS.eventType
constexpr std::size_t kMaxDiagnostics = 20;

std::string_view textOf(const std::unordered_map<std::int64_t, std::string, IdHash>& labels,
                        std::int64_t id) {
    const auto at = labels.find(id);
    return at == labels.end() ? std::string_view() : at->second;
}

// An id with the name that follows `prefix`: "CUDA_MEMCPY_KIND_" + "HTOD".
Result<void> readEnum(const Database& database, std::string_view table, std::string_view prefix,
                      std::unordered_map<std::int64_t, std::string, IdHash>& into) {
    static constexpr ColumnNames kColumns("id", "name");
    return forEachRow(database, table, kColumns, [&](const DatabaseQuery& row) {
        std::string_view name = row.text(kColumns["name"]);
        if (const auto id = row.integer(kColumns["id"])) {
            name.remove_prefix(name.starts_with(prefix) ? prefix.size() : 0);
            into.emplace(*id, name);
        }
    });
}

// The values where an export lacks its tables of enums (before 2022). CUPTI's own differ.
constexpr std::array<std::string_view, 5> kMemoryKinds{"PAGEABLE", "PINNED", "DEVICE", "ARRAY",
                                                       "MANAGED"};
constexpr std::array<std::string_view, 11> kCopyKinds{
    "UNKNOWN", "HTOD", "DTOH", "HTOA", "ATOH", "ATOA", "ATOD", "DTOA", "DTOD", "HTOH", "PTOP"};
constexpr std::array<std::string_view, 5> kSyncTypes{"UNKNOWN", "EVENT_SYNCHRONIZE",
                                                     "STREAM_WAIT_EVENT", "STREAM_SYNCHRONIZE",
                                                     "CONTEXT_SYNCHRONIZE"};

void addDefaults(std::span<const std::string_view> names,
                 std::unordered_map<std::int64_t, std::string, IdHash>& labels) {
    if (labels.empty()) {
        for (std::size_t id = 0; id < names.size(); ++id) {
            labels.emplace(static_cast<std::int64_t>(id), names[id]);
        }
    }
}

std::int32_t smallNumber(std::optional<std::int64_t> value) {
    return value && *value >= 0 && *value <= std::numeric_limits<std::int32_t>::max()
               ? static_cast<std::int32_t>(*value)
               : 0;
}

}  // namespace

Result<NsightNames> NsightNames::read(const Database& database) {
    NsightNames names;
    for (const auto read :
         {&NsightNames::readTexts, &NsightNames::readEnums, &NsightNames::readProcesses,
          &NsightNames::readDomains, &NsightNames::readMetrics, &NsightNames::readGpus,
          &NsightNames::readMetadata}) {
        TRY((names.*read)(database));
    }
    return names;
}

std::string_view NsightNames::text(std::int64_t id) const {
    return textOf(m_texts, id);
}

std::string_view NsightNames::memoryKind(std::int64_t id) const {
    return textOf(m_memoryKinds, id);
}

std::string_view NsightNames::copyKind(std::int64_t id) const {
    return textOf(m_copyKinds, id);
}

std::string_view NsightNames::syncType(std::int64_t id) const {
    return textOf(m_syncTypes, id);
}

std::string_view NsightNames::threadState(std::int64_t id) const {
    return textOf(m_threadStates, id);
}

std::string NsightNames::gpuMetric(std::int64_t typeId, std::int64_t metricId) const {
    const auto at = m_gpuMetrics.find({typeId, metricId});
    return at == m_gpuMetrics.end() ? fmt::format("metric {}", metricId) : at->second;
}

std::string_view NsightNames::nvtxDomain(std::int64_t globalTid, std::int64_t domain) const {
    const auto at = m_domains.find({NsightProcess::ofGlobalId(globalTid).key, domain});
    return at == m_domains.end() ? std::string_view() : at->second;
}

std::int32_t NsightNames::gpuOf(NsightProcess process, std::int64_t device) const {
    const auto at = m_gpuOf.find({process.pid(), device});
    return at == m_gpuOf.end() ? smallNumber(device) : at->second;
}

Result<void> NsightNames::readTexts(const Database& database) {
    static constexpr ColumnNames kColumns("id", "value");
    return forEachRow(database, "StringIds", kColumns, [&](const DatabaseQuery& row) {
        if (const auto id = row.integer(kColumns["id"])) {
            m_texts.emplace(*id, row.text(kColumns["value"]));
        }
    });
}

Result<void> NsightNames::readEnums(const Database& database) {
    if (Result<void> read =
            readEnum(database, "ENUM_CUDA_MEM_KIND", "CUDA_MEMOPR_MEMORY_KIND_", m_memoryKinds);
        !read) {
        return read;
    }
    if (Result<void> read =
            readEnum(database, "ENUM_CUDA_MEMCPY_OPER", "CUDA_MEMCPY_KIND_", m_copyKinds);
        !read) {
        return read;
    }
    if (Result<void> read = readEnum(database, "ENUM_SAMPLING_THREAD_STATE", "", m_threadStates);
        !read) {
        return read;
    }
    Result<void> read = readEnum(database, "ENUM_CUPTI_SYNC_TYPE",
                                 "CUPTI_ACTIVITY_SYNCHRONIZATION_TYPE_", m_syncTypes);
    addDefaults(kMemoryKinds, m_memoryKinds);
    addDefaults(kCopyKinds, m_copyKinds);
    addDefaults(kSyncTypes, m_syncTypes);
    return read;
}

Result<void> NsightNames::readProcesses(const Database& database) {
    static constexpr ColumnNames kThread("globalTid", "nameId");
    static constexpr ColumnNames kProcess("globalPid", "name");
    Result<void> read = forEachRow(database, "ThreadNames", kThread, [&](const DatabaseQuery& row) {
        const auto thread = row.integer(kThread["globalTid"]);
        const auto name = row.integer(kThread["nameId"]);
        if (thread && name) {
            m_threadNames[*thread] = text(*name);
        }
    });
    if (!read) {
        return read;
    }
    return forEachRow(database, "PROCESSES", kProcess, [&](const DatabaseQuery& row) {
        if (const auto process = row.integer(kProcess["globalPid"])) {
            m_processNames[NsightProcess::ofGlobalId(*process).key] = row.text(kProcess["name"]);
        }
    });
}

Result<void> NsightNames::readDomains(const Database& database) {
    if (database.findTable("NVTX_EVENTS") == nullptr) {
        return {};
    }
    Result<DatabaseQuery> rows = database.query(
        "SELECT globalTid, domainId, text, textId FROM NVTX_EVENTS WHERE eventType = ?1");
    if (!rows) {
        return {};  // an older schema, without domains
    }
    rows->bind(1, kDomainCreate);
    return forEachResult(*std::move(rows), [&](const DatabaseQuery& row) {
        const auto thread = row.integer(0);
        const auto domain = row.integer(1);
        const std::string_view own = row.text(2);
        if (thread && domain) {
            m_domains[{NsightProcess::ofGlobalId(*thread).key, *domain}] =
                own.empty() ? text(row.integer(3).value_or(-1)) : own;
        }
    });
}

Result<void> NsightNames::readMetrics(const Database& database) {
    static constexpr ColumnNames kMetric("typeId", "metricId", "metricName");
    return forEachRow(database, "TARGET_INFO_GPU_METRICS", kMetric, [&](const DatabaseQuery& row) {
        const auto type = row.integer(kMetric["typeId"]);
        const auto metric = row.integer(kMetric["metricId"]);
        const std::string_view name = row.text(kMetric["metricName"]);
        if (type && metric && !name.empty()) {
            m_gpuMetrics[{*type, *metric}] = name;
        }
    });
}

Result<void> NsightNames::readGpus(const Database& database) {
    static constexpr ColumnNames kGpu("id", "name", "totalMemory", "smCount", "computeMajor",
                                      "computeMinor", "maxWarpsPerSm", "threadsPerWarp", "smMajor",
                                      "smMinor", "maxThreadsPerBlock", "maxRegistersPerSm");
    static constexpr ColumnNames kDevice("gpuId", "cudaId", "pid");
    Result<void> read =
        forEachRow(database, "TARGET_INFO_GPU", kGpu, [&](const DatabaseQuery& row) {
            const auto id = row.integer(kGpu["id"]);
            if (!id || *id < 0 || *id > std::numeric_limits<std::int16_t>::max()) {
                return;
            }
            const auto number = [&](int column) { return smallNumber(row.integer(column)); };
            DeviceProperties& gpu = m_gpus.emplace_back();
            gpu.gpu = GpuId(SourceId(), static_cast<std::int32_t>(*id));
            gpu.name = row.text(kGpu["name"]);
            gpu.totalMemoryBytes = row.integer(kGpu["totalMemory"]).value_or(0);
            gpu.sms = number(kGpu["smCount"]);
            const bool isOlder = row.isNull(kGpu["computeMajor"]);
            gpu.computeMajor = number(isOlder ? kGpu["smMajor"] : kGpu["computeMajor"]);
            gpu.computeMinor = number(isOlder ? kGpu["smMinor"] : kGpu["computeMinor"]);
            gpu.warpSize = number(kGpu["threadsPerWarp"]);
            gpu.maxThreadsPerSm = static_cast<int>(std::min<std::int64_t>(
                std::int64_t{number(kGpu["maxWarpsPerSm"])} * gpu.warpSize, 1'000'000));
            gpu.maxThreadsPerBlock = number(kGpu["maxThreadsPerBlock"]);
            gpu.registersPerSm = number(kGpu["maxRegistersPerSm"]);
        });
    if (!read) {
        return read;
    }
    return forEachRow(database, "TARGET_INFO_CUDA_DEVICE", kDevice, [&](const DatabaseQuery& row) {
        const auto gpu = row.integer(kDevice["gpuId"]);
        const auto device = row.integer(kDevice["cudaId"]);
        const auto pid = row.integer(kDevice["pid"]);
        if (gpu && device && pid) {
            m_gpuOf[{*pid, *device}] = smallNumber(gpu);
        }
    });
}

Result<void> NsightNames::readMetadata(const Database& database) {
    static constexpr ColumnNames kPair("name", "value");
    static constexpr ColumnNames kStart("utcEpochNs");
    static constexpr ColumnNames kDiagnostic("severity", "text");
    const auto add = [&](const DatabaseQuery& row) {
        const std::string_view key = row.text(kPair["name"]);
        if (key == "EXPORT_PRODUCT_VERSION") {
            addMetadata("producer", "Nsight Systems " + row.displayText(kPair["value"]));
        } else if (key == "EXPORT_SCHEMA_VERSION") {
            addMetadata("schema", row.displayText(kPair["value"]));
        }
    };
    for (const std::string_view table : {"META_DATA_EXPORT", "EXPORT_META_DATA"}) {
        if (Result<void> read = forEachRow(database, table, kPair, add); !read) {
            return read;
        }
    }
    Result<void> read = forEachRow(
        database, "TARGET_INFO_SESSION_START_TIME", kStart, [&](const DatabaseQuery& row) {
            m_epochNs = row.integer(kStart["utcEpochNs"]).value_or(m_epochNs);
        });
    if (!read) {
        return read;
    }
    nlohmann::json warnings = nlohmann::json::array();
    read = forEachRow(database, "DIAGNOSTIC_EVENT", kDiagnostic, [&](const DatabaseQuery& row) {
        // 2: warning, 3: error (ENUM_DIAGNOSTIC_SEVERITY…)
        const auto severity = row.integer(kDiagnostic["severity"]);
        if ((severity == 2 || severity == 3) && warnings.size() < kMaxDiagnostics) {
            warnings.push_back(row.displayText(kDiagnostic["text"]));
        }
    });
    if (!warnings.empty()) {
        addMetadata("warnings of the profiler", warnings);
    }
    return read;
}

void NsightNames::addMetadata(std::string key, const nlohmann::json& value) {
    m_metadata.emplace_back(std::move(key),
                            value.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
}

}  // namespace gaplight
