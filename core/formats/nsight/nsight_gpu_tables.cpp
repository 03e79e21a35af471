// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/nsight/nsight_tables.h"

#include <algorithm>
#include <cctype>
#include <limits>
#include <string>

#include <fmt/format.h>

namespace gaplight {
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

void addKernel(NsightBatch& batch, const TableRow& row) {
    const std::string_view full = batch.textOf(row, 8);
    const auto slice = batch.addGpuRow(row, full.empty() ? batch.textOf(row, 9) : full, "kernel",
                                       SliceKind::Kernel);
    if (!slice) {
        return;
    }
    KernelBatchRow kernel;
    kernel.slice = *slice;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const int column = static_cast<int>(axis);
        kernel.grid.at(axis) = RowBatch::clamped<std::uint32_t>(row.values.integer(10 + column));
        kernel.block.at(axis) = RowBatch::clamped<std::uint16_t>(row.values.integer(13 + column));
    }
    kernel.registersPerThread = RowBatch::clamped<std::uint16_t>(row.values.integer(16));
    kernel.sharedMemoryBytes = static_cast<std::uint32_t>(std::min<std::uint64_t>(
        std::uint64_t{RowBatch::clamped<std::uint32_t>(row.values.integer(17))} +
            RowBatch::clamped<std::uint32_t>(row.values.integer(18)),
        std::numeric_limits<std::uint32_t>::max()));
    kernel.graphNodeId = RowBatch::clamped<std::uint64_t>(row.values.integer(7));
    kernel.graphId = RowBatch::clamped<std::uint64_t>(row.values.integer(19));
    batch.events().kernels.push_back(kernel);
}

// A whole graph: its kernels were not recorded.
void addGraph(NsightBatch& batch, const TableRow& row) {
    const std::uint64_t graph = RowBatch::clamped<std::uint64_t>(row.values.integer(8));
    if (const auto slice =
            batch.addGpuRow(row, fmt::format("CUDA graph {}", graph), "graph", SliceKind::Kernel)) {
        KernelBatchRow kernel;
        kernel.slice = *slice;
        kernel.graphId = graph;
        batch.events().kernels.push_back(kernel);
    }
}

void addCopy(NsightBatch& batch, const TableRow& row) {
    const auto kindOf = [&](int column) {
        return capitalized(batch.names().memoryKind(row.values.integer(column).value_or(-1)));
    };
    const std::string name =
        fmt::format("Memcpy {} ({} -> {})",
                    directionText(batch.names().copyKind(row.values.integer(8).value_or(-1))),
                    kindOf(9), kindOf(10));
    if (const auto slice = batch.addGpuRow(row, name, "gpu_memcpy", SliceKind::Memcpy)) {
        batch.events().copies.push_back({*slice, row.values.integer(11).value_or(-1), {}, {}, {}});
    }
}

void addMemset(NsightBatch& batch, const TableRow& row) {
    const std::string kind =
        capitalized(batch.names().memoryKind(row.values.integer(8).value_or(-1)));
    const std::string name = fmt::format("Memset ({})", kind.empty() ? "Device" : kind);
    if (const auto slice = batch.addGpuRow(row, name, "gpu_memset", SliceKind::Memset)) {
        batch.events().copies.push_back({*slice, row.values.integer(9).value_or(-1), {}, {}, {}});
    }
}

void addEventRecord(NsightBatch& batch, const TableRow& row) {
    const auto id = row.values.integer(1);
    const NsightProcess process = NsightProcess::ofGlobalId(row.values.integer(4).value_or(0));
    const auto correlation =
        RowBatch::correlationOf(batch.numberOf(process), row.values.integer(3));
    if (id && *id > 0 && correlation) {
        batch.addEventRecord(*id, {RowBatch::streamOf(row.values.integer(2)),
                                   static_cast<std::int64_t>(*correlation)});
    }
}

void addSync(NsightBatch& batch, const TableRow& row) {
    const std::optional<RowBatch::Span> span = batch.spanOf(row);
    if (!span) {
        return;
    }
    const NsightProcess process = NsightProcess::ofGlobalId(row.values.integer(5).value_or(0));
    const std::int32_t gpu = batch.names().gpuOf(process, row.values.integer(3).value_or(0));
    const std::int32_t stream = RowBatch::streamOf(row.values.integer(4));
    const std::string_view name =
        syncName(batch.names().syncType(row.values.integer(7).value_or(-1)));
    const std::uint32_t slice =
        batch.addSlice(row.event, *span, name, "cuda_sync", SliceKind::Sync,
                       batch.tracks().waits(batch.events(), std::to_string(process.pid()), gpu));
    SyncBatchRow sync;
    sync.slice = slice;
    sync.kind = batch.events().strings.intern(name);
    sync.stream = stream;
    if (const auto* event = batch.findEventRecord(row.values.integer(8).value_or(0))) {
        sync.waitOnStream = event->stream;
        sync.waitOnEventRecordCorrelation = event->correlation;
    }
    batch.events().syncs.push_back(sync);
    batch.addCorrelation(row.event, slice, batch.numberOf(process), row.values.integer(6));
}

}  // namespace

std::vector<EventTable> nsightGpuTables(NsightBatch& batch) {
    const auto with = [&batch](void (*add)(NsightBatch&, const TableRow&)) {
        return [&batch, add](const TableRow& row) { add(batch, row); };
    };
    return {
        {"CUPTI_ACTIVITY_KIND_KERNEL",
         {"start", "end", "deviceId", "streamId", "globalPid", "correlationId", "graphNodeId",
          "demangledName", "shortName", "gridX", "gridY", "gridZ", "blockX", "blockY", "blockZ",
          "registersPerThread", "staticSharedMemory", "dynamicSharedMemory", "graphId"},
         {},
         with(addKernel)},
        {"CUPTI_ACTIVITY_KIND_GRAPH_TRACE",
         {"start", "end", "deviceId", "streamId", "globalPid", "correlationId", "graphNodeId",
          "graphId"},
         {},
         with(addGraph)},
        {"CUPTI_ACTIVITY_KIND_MEMCPY",
         {"start", "end", "deviceId", "streamId", "globalPid", "correlationId", "graphNodeId",
          "copyKind", "srcKind", "dstKind", "bytes"},
         {},
         with(addCopy)},
        {"CUPTI_ACTIVITY_KIND_MEMSET",
         {"start", "end", "deviceId", "streamId", "globalPid", "correlationId", "graphNodeId",
          "memKind", "bytes"},
         {},
         with(addMemset)},
        {"CUPTI_ACTIVITY_KIND_CUDA_EVENT",
         {"eventSyncId", "streamId", "correlationId", "globalPid"},
         {},
         with(addEventRecord)},
        {"CUPTI_ACTIVITY_KIND_SYNCHRONIZATION",
         {"start", "end", "deviceId", "streamId", "globalPid", "correlationId", "syncType",
          "eventSyncId"},
         {},
         with(addSync)},
    };
}

}  // namespace gaplight
