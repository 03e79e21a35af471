// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/base/id.h"
#include "core/base/result.h"
#include "core/formats/sqlite/database.h"
#include "core/formats/sqlite/row_batch.h"
#include "core/formats/sqlite/table_reader.h"
#include "core/trace/trace.h"

namespace gaplight {

// A process and a thread, or a process alone (thread 0), as CUPTI packs them into 12 bytes.
struct CuptiObject {
    std::uint32_t process = 0;
    std::uint32_t thread = 0;

    // Unpacks the values of objectKind and objectId; empty for GPUs, contexts, streams and other
    // values.
    [[nodiscard]] static std::optional<CuptiObject> of(std::optional<std::int64_t> kind,
                                                       std::string_view id);
    std::uint64_t key() const { return std::uint64_t{process} << 32U | thread; }
};

// What the tables of events refer to. Tables and columns that a version lacks are empty here.
class NvprofNames {
public:
    // O(rows of the tables read). Errors: Corrupt, Cancelled.
    [[nodiscard]] static Result<NvprofNames> read(const Database& database);

    // The text that the table StringTable has for an id; empty if it has none.
    std::string_view text(std::int64_t id) const;
    // The GPU of a context; 0 for an unknown one.
    std::int32_t gpuOf(std::int64_t context) const;
    // Name of a thread, or of a process; empty: none.
    std::string_view nameOf(const CuptiObject& object) const;
    // The process whose calls the file has; 0 if it has none.
    std::int64_t pid() const { return m_pid; }
    const std::vector<DeviceProperties>& gpus() const { return m_gpus; }
    // The content of the table Version; empty if there is none.
    const std::string& version() const { return m_version; }

    // The time (ns) at which the NVTX range with this id ends, once; empty if no end was recorded.
    [[nodiscard]] std::optional<std::int64_t> takeEnd(std::int64_t range);
    // Ends that were not taken.
    std::size_t endCount() const { return m_ends.size(); }

private:
    Result<void> readTexts(const Database& database);
    Result<void> readGpus(const Database& database);
    Result<void> readObjects(const Database& database);
    Result<void> readEnds(const Database& database);

    std::unordered_map<std::int64_t, std::string, IdHash> m_texts;
    std::unordered_map<std::int64_t, std::int32_t, IdHash> m_gpuOfContext;
    std::unordered_map<std::uint64_t, std::string, IdHash> m_names;  // by CuptiObject::key
    std::unordered_map<std::int64_t, std::int64_t, IdHash> m_ends;
    std::vector<DeviceProperties> m_gpus;
    std::string m_version;
    std::int64_t m_pid = 0;
};

// CUpti_ActivityFlag of markers.
inline constexpr std::int64_t kMarkerInstant = 1;
inline constexpr std::int64_t kMarkerStart = 2;
inline constexpr std::int64_t kMarkerEnd = 4;

// The batch that rows of an nvprof database are added to.
class NvprofBatch : public RowBatch {
public:
    // `names` must outlive this.
    explicit NvprofBatch(NvprofNames& names)
        : RowBatch(names.gpus()), m_names(names), m_pid(std::to_string(names.pid())) {}

    [[nodiscard]] NvprofNames& names() { return m_names; }
    const std::string& pid() const { return m_pid; }
    [[nodiscard]] BatchTrack threadOf(const CuptiObject& thread);
    // A function's name as in its source, by its number in StringTable.
    [[nodiscard]] const std::string& kernelName(std::int64_t id);

    // A row of a kernel, copy or memset. Gives the slice's number in the batch. Empty: the row has
    // no time.
    std::optional<std::uint32_t> addGpuRow(const TableRow& row, std::string_view name,
                                           std::string_view category, SliceKind kind);

    // A cudaEventRecord. CUDA reuses the number of an event: a wait is for the last record before.
    struct RecordedEvent {
        std::int64_t correlation = -1;
        std::int32_t stream = -1;
    };
    void addEventRecord(std::int64_t context, std::int64_t event, const RecordedEvent& recorded);
    // Null if there is none. Orders all records at the first call.
    [[nodiscard]] const RecordedEvent* lastRecordBefore(std::int64_t context, std::int64_t event,
                                                        std::int64_t correlation);

private:
    NvprofNames& m_names;
    std::string m_pid;
    std::unordered_map<std::int64_t, std::string, IdHash> m_kernelNames;
    std::map<std::pair<std::int64_t, std::int64_t>, std::vector<RecordedEvent>> m_recordedEvents;
    bool m_areRecordsOrdered = false;
};

// Kernels, copies, memsets, synchronizations, calls, NVTX, the profiler's overhead. Their rows are
// added to `batch`, which must outlive the tables.
[[nodiscard]] std::vector<EventTable> nvprofTables(NvprofBatch& batch);

}  // namespace gaplight
