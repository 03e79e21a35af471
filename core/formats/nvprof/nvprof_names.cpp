// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/nvprof/nvprof_names.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "core/formats/nvprof/nvprof_tables.h"
#include "core/formats/sqlite/row_batch.h"
#include "core/formats/sqlite/row_queries.h"

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
        if (Result<void> done = (names.*read)(database); !done) {
            return tl::unexpected(std::move(done.error()));
        }
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

}  // namespace gaplight
