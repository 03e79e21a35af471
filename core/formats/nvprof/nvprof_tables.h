// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/base/id_hash.h"
#include "core/formats/nvprof/nvprof_names.h"
#include "core/formats/sqlite/row_batch.h"
#include "core/formats/sqlite/table_reader.h"

namespace gaplight {

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
    [[nodiscard]] const std::string& pid() const { return m_pid; }
    [[nodiscard]] BatchTrack threadOf(const CuptiObject& thread);
    // A function's name as in its source, by its number in StringTable.
    [[nodiscard]] const std::string& kernelName(std::int64_t id);

    // start, end, deviceId, streamId, correlationId are columns 1 to 5. Gives the slice's number in
    // the batch. Empty: the row has no time.
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
