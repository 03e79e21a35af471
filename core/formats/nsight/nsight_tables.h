// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/base/id.h"
#include "core/formats/nsight/nccl_payloads.h"
#include "core/formats/nsight/nsight_names.h"
#include "core/formats/sqlite/row_batch.h"
#include "core/formats/sqlite/table_reader.h"

namespace gaplight {

// The batch that rows of an Nsight Systems export are added to. Times are ns from the start of the
// session.
class NsightBatch : public RowBatch {
public:
    // Both must outlive this.
    NsightBatch(const NsightNames& names, const NcclPayloads& payloads)
        : RowBatch(names.gpus()), m_names(names), m_payloads(payloads) {}

    const NsightNames& names() const { return m_names; }
    const NcclPayloads& ncclPayloads() const { return m_payloads; }
    // A column that is a text, or the id of one.
    std::string_view textOf(const TableRow& row, int column) const;

    // Track of a host thread; without an id, thread 0 of process 0.
    [[nodiscard]] BatchTrack threadOf(std::optional<std::int64_t> globalTid);
    // Tracks below that of a host thread, for what the calls on it do not nest with.
    [[nodiscard]] BatchTrack stateOf(std::int64_t globalTid);
    [[nodiscard]] BatchTrack samplesOf(std::int64_t globalTid);
    // Track of the metrics of a GPU, by GPU_METRICS.typeId.
    [[nodiscard]] BatchTrack gpuMetricsOf(std::int64_t typeId);
    [[nodiscard]] std::uint32_t numberOf(NsightProcess process) {
        return tracks().processNumber(process.key);
    }
    // A row of a kernel, graph, copy or memset. Gives the slice's number in the batch. Empty: the
    // row has no time.
    std::optional<std::uint32_t> addGpuRow(const TableRow& row, std::string_view name,
                                           std::string_view category, SliceKind kind);

    // The GPU of a synchronization: that on which the work of its context runs, since its deviceId
    // is 0 whatever the process uses; that one where the context has no work.
    std::int32_t gpuOfSync(const TableRow& row) const;

    // Whether all work of GPUs is of one process.
    bool hasOneGpuProcess() const { return m_gpuProcess && !m_hasOtherGpuProcess; }

    // One cudaEventRecord, by its eventSyncId: synchronizations that wait for it have the same.
    // (CUDA reuses the number eventId.)
    struct RecordedEvent {
        std::int32_t stream = -1;
        std::int64_t correlation = -1;
    };
    void addEventRecord(std::int64_t syncId, const RecordedEvent& event);
    const RecordedEvent* findEventRecord(std::int64_t syncId) const;

private:
    enum class ThreadTrack : std::uint8_t { Own, State, Samples };  // in the order of display
    [[nodiscard]] BatchTrack trackOf(std::int64_t globalTid, ThreadTrack which);
    [[nodiscard]] BatchTrack addTrack(std::int64_t globalTid, ThreadTrack which);

    const NsightNames& m_names;
    const NcclPayloads& m_payloads;
    // Threads count from 1 in the order of their first use here.
    std::unordered_map<std::int64_t, std::int64_t, IdHash> m_threadNumbers;
    std::unordered_map<std::int64_t, RecordedEvent, IdHash> m_recordedEvents;
    // By process and contextId.
    std::map<std::pair<std::int64_t, std::int64_t>, std::int32_t> m_gpuOfContext;
    std::optional<NsightProcess> m_gpuProcess;  // of the first GPU row
    bool m_hasOtherGpuProcess = false;
};

// Kernels, copies, memsets, whole graphs, synchronizations. Their rows are added to `batch`, which
// must outlive the tables.
[[nodiscard]] std::vector<EventTable> nsightGpuTables(NsightBatch& batch);
// States of threads, sampled call stacks, GPU metrics.
[[nodiscard]] std::vector<EventTable> nsightSampleTables(NsightBatch& batch);
// CUDA calls, NVTX, calls of the operating system and of libraries, the profiler's overhead.
[[nodiscard]] std::vector<EventTable> nsightHostTables(NsightBatch& batch);

}  // namespace gaplight
