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

std::uint64_t unsignedOf(std::optional<std::int64_t> value) {
    return static_cast<std::uint64_t>(std::max<std::int64_t>(value.value_or(0), 0));
}

template <class T>
T clamped(std::optional<std::int64_t> value) {
    return static_cast<T>(
        std::clamp<std::int64_t>(value.value_or(0), 0, std::numeric_limits<T>::max()));
}

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

void addKernel(NsightBatch& batch, const NsightRow& row) {
    const std::string_view full = batch.textOf(row, 8);
    const auto slice = batch.addActivity(row, full.empty() ? batch.textOf(row, 9) : full, "kernel",
                                         SliceKind::Kernel);
    if (!slice) {
        return;
    }
    KernelBatchRow kernel;
    kernel.slice = *slice;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const int column = static_cast<int>(axis);
        kernel.grid.at(axis) = clamped<std::uint32_t>(row.values.integer(10 + column));
        kernel.block.at(axis) = clamped<std::uint16_t>(row.values.integer(13 + column));
    }
    kernel.registersPerThread = clamped<std::uint16_t>(row.values.integer(16));
    kernel.sharedMemoryBytes = static_cast<std::uint32_t>(
        std::min<std::uint64_t>(std::uint64_t{clamped<std::uint32_t>(row.values.integer(17))} +
                                    clamped<std::uint32_t>(row.values.integer(18)),
                                std::numeric_limits<std::uint32_t>::max()));
    kernel.graphNodeId = unsignedOf(row.values.integer(7));
    kernel.graphId = unsignedOf(row.values.integer(19));
    batch.events().kernels.push_back(kernel);
}

// A whole graph: its kernels were not recorded.
void addGraph(NsightBatch& batch, const NsightRow& row) {
    const std::uint64_t graph = unsignedOf(row.values.integer(8));
    if (const auto slice = batch.addActivity(row, fmt::format("CUDA graph {}", graph), "graph",
                                             SliceKind::Kernel)) {
        KernelBatchRow kernel;
        kernel.slice = *slice;
        kernel.graphId = graph;
        batch.events().kernels.push_back(kernel);
    }
}

void addCopy(NsightBatch& batch, const NsightRow& row) {
    const auto kindOf = [&](int column) {
        return capitalized(batch.names().memoryKind(row.values.integer(column).value_or(-1)));
    };
    const std::string name =
        fmt::format("Memcpy {} ({} -> {})",
                    directionText(batch.names().copyKind(row.values.integer(8).value_or(-1))),
                    kindOf(9), kindOf(10));
    if (const auto slice = batch.addActivity(row, name, "gpu_memcpy", SliceKind::Memcpy)) {
        batch.events().copies.push_back({*slice, row.values.integer(11).value_or(-1), {}, {}, {}});
    }
}

void addMemset(NsightBatch& batch, const NsightRow& row) {
    const std::string kind =
        capitalized(batch.names().memoryKind(row.values.integer(8).value_or(-1)));
    const std::string name = fmt::format("Memset ({})", kind.empty() ? "Device" : kind);
    if (const auto slice = batch.addActivity(row, name, "gpu_memset", SliceKind::Memset)) {
        batch.events().copies.push_back({*slice, row.values.integer(9).value_or(-1), {}, {}, {}});
    }
}

void addEventRecord(NsightBatch& batch, const NsightRow& row) {
    const auto id = row.values.integer(1);
    const NsightProcess process = NsightProcess::ofGlobalId(row.values.integer(4).value_or(0));
    const auto correlation = batch.correlationOf(process, row.values.integer(3));
    if (id && *id > 0 && correlation) {
        batch.addEventRecord(*id, {NsightBatch::streamOf(row.values.integer(2)),
                                   static_cast<std::int64_t>(*correlation)});
    }
}

void addSync(NsightBatch& batch, const NsightRow& row) {
    const std::optional<NsightBatch::Span> span = batch.spanOf(row);
    if (!span) {
        return;
    }
    const NsightProcess process = NsightProcess::ofGlobalId(row.values.integer(5).value_or(0));
    const std::int32_t gpu = batch.names().gpuOf(process, row.values.integer(3).value_or(0));
    const std::int32_t stream = NsightBatch::streamOf(row.values.integer(4));
    const std::string_view name =
        syncName(batch.names().syncType(row.values.integer(7).value_or(-1)));
    const std::uint32_t slice = batch.addSlice(row, *span, name, "cuda_sync", SliceKind::Sync,
                                               batch.tracks().waits(batch.events(), process, gpu));
    SyncBatchRow sync;
    sync.slice = slice;
    sync.kind = batch.events().strings.intern(name);
    sync.stream = stream;
    if (const auto* event = batch.findEventRecord(row.values.integer(8).value_or(0))) {
        sync.waitOnStream = event->stream;
        sync.waitOnEventRecordCorrelation = event->correlation;
    }
    batch.events().syncs.push_back(sync);
    batch.addCorrelation(row, slice, process, row.values.integer(6));
}

}  // namespace

std::span<const NsightTable> nsightGpuTables() {
    static const std::vector<NsightTable> kTables{
        {"CUPTI_ACTIVITY_KIND_KERNEL",
         {"start", "end", "deviceId", "streamId", "globalPid", "correlationId", "graphNodeId",
          "demangledName", "shortName", "gridX", "gridY", "gridZ", "blockX", "blockY", "blockZ",
          "registersPerThread", "staticSharedMemory", "dynamicSharedMemory", "graphId"},
         addKernel},
        {"CUPTI_ACTIVITY_KIND_GRAPH_TRACE",
         {"start", "end", "deviceId", "streamId", "globalPid", "correlationId", "graphNodeId",
          "graphId"},
         addGraph},
        {"CUPTI_ACTIVITY_KIND_MEMCPY",
         {"start", "end", "deviceId", "streamId", "globalPid", "correlationId", "graphNodeId",
          "copyKind", "srcKind", "dstKind", "bytes"},
         addCopy},
        {"CUPTI_ACTIVITY_KIND_MEMSET",
         {"start", "end", "deviceId", "streamId", "globalPid", "correlationId", "graphNodeId",
          "memKind", "bytes"},
         addMemset},
        {"CUPTI_ACTIVITY_KIND_CUDA_EVENT",
         {"eventSyncId", "streamId", "correlationId", "globalPid"},
         addEventRecord},
        {"CUPTI_ACTIVITY_KIND_SYNCHRONIZATION",
         {"start", "end", "deviceId", "streamId", "globalPid", "correlationId", "syncType",
          "eventSyncId"},
         addSync},
    };
    return kTables;
}

}  // namespace gaplight
