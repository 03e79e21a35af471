// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "core/base/id.h"
#include "core/base/result.h"
#include "core/formats/sqlite/database.h"
#include "core/trace/trace.h"

namespace gaplight {

// Nsight Systems packs a process into an id: bits 24 to 47 are the process number, those above the
// machine. A thread's id has the thread number in bits 0 to 23.
struct NsightProcess {
    std::int64_t key = 0;  // global id >> 24

    [[nodiscard]] static NsightProcess ofGlobalId(std::int64_t id) { return {id >> 24}; }
    std::int64_t pid() const { return key & 0xff'ffff; }
    friend bool operator==(const NsightProcess&, const NsightProcess&) = default;
};

// What the tables of events refer to. Tables and columns that a version of the export lacks are
// empty here.
class NsightNames {
public:
    // O(rows of the tables read). Errors: Corrupt, Cancelled.
    [[nodiscard]] static Result<NsightNames> read(const Database& database);

    // The text with an id in the table StringIds; empty if there is none.
    std::string_view text(std::int64_t id) const;
    // Name of an enum's value without its prefix, by the database's own table, else as Nsight
    // Systems numbers it: "PAGEABLE", "HTOD", "STREAM_SYNCHRONIZE". Empty for other values.
    std::string_view memoryKind(std::int64_t id) const;
    std::string_view copyKind(std::int64_t id) const;
    std::string_view syncType(std::int64_t id) const;
    std::string_view threadState(std::int64_t id) const;  // "Interruptible"
    // Name of a metric of GPU_METRICS: "SMs Active [Throughput %]"; "metric 3" where it has none.
    std::string gpuMetric(std::int64_t typeId, std::int64_t metricId) const;
    // "domain" of an NVTX domain; empty for the default one.
    std::string_view nvtxDomain(std::int64_t globalTid, std::int64_t domain) const;
    // Number of the physical GPU that a process numbers `device`.
    std::int32_t gpuOf(NsightProcess process, std::int64_t device) const;

    const std::map<std::int64_t, std::string>& threadNames() const {
        return m_threadNames;  // by global thread id
    }
    const std::map<std::int64_t, std::string>& processNames() const {
        return m_processNames;  // by NsightProcess::key
    }
    const std::vector<DeviceProperties>& gpus() const { return m_gpus; }
    std::int64_t epochNs() const { return m_epochNs; }
    // Producer, schema and the profiler's own warnings, as (key, JSON).
    const std::vector<std::pair<std::string, std::string>>& metadata() const { return m_metadata; }

private:
    using Labels = std::unordered_map<std::int64_t, std::string, IdHash>;

    Result<void> readTexts(const Database& database);
    Result<void> readEnums(const Database& database);
    Result<void> readProcesses(const Database& database);
    Result<void> readDomains(const Database& database);
    Result<void> readMetrics(const Database& database);
    Result<void> readGpus(const Database& database);
    Result<void> readMetadata(const Database& database);
    void addMetadata(std::string key, const nlohmann::json& value);

    Labels m_texts;
    Labels m_memoryKinds;
    Labels m_copyKinds;
    Labels m_syncTypes;
    Labels m_threadStates;
    std::map<std::pair<std::int64_t, std::int64_t>, std::string> m_gpuMetrics;
    std::map<std::pair<std::int64_t, std::int64_t>, std::string> m_domains;
    std::map<std::pair<std::int64_t, std::int64_t>, std::int32_t> m_gpuOf;
    std::map<std::int64_t, std::string> m_threadNames;
    std::map<std::int64_t, std::string> m_processNames;
    std::vector<DeviceProperties> m_gpus;
    std::vector<std::pair<std::string, std::string>> m_metadata;
    std::int64_t m_epochNs = 0;
};

}  // namespace gaplight
