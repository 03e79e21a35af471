// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/rocm/rpd_tables.h"

#include <string_view>

#include <fmt/format.h>

#include "core/formats/rocm/rocm_names.h"
#include "core/formats/sqlite/marker_label.h"

namespace gaplight {
namespace {

// The profiler's own work, which it records as a marker.
bool isOwnWork(std::string_view name, std::string_view args) {
    return name.ends_with("::writeRows") || name.ends_with("_activity_callback") ||
           name.find("DataSource::") != std::string_view::npos || name == "rpdflush" ||
           args.starts_with("rpd_tracer::");
}

// start, end, pid, tid are columns 1 to 4; name, args, domain columns 5 to 7. Operations refer to
// calls of HIP and CUDA, not to those of HSA, which are numbered apart.
void addCall(RpdBatch& batch, const TableRow& row, bool canLaunch) {
    const std::optional<RowBatch::Span> span = batch.spanOf(row);
    if (!span) {
        return;
    }
    const std::string_view name = withoutVersion(row.values.text(5));
    const std::string_view args = row.values.text(6);
    const BatchTrack track = batch.threadOf(row, 3, 4);
    if (const RocmCall call = classifyRocmCall(name); !call.category.empty()) {
        const std::uint32_t slice =
            batch.addSlice(row.event, *span, name, call.category, call.kind, track);
        if (canLaunch) {
            batch.addCorrelation(slice, static_cast<std::uint64_t>(*row.values.integer(0)));
        }
        return;
    }
    if (isOwnWork(name, args)) {
        batch.addSlice(row.event, *span, name, "overhead", SliceKind::Overhead, track);
        return;
    }
    const bool isMarker = name == "UserMarker";
    const std::string_view domain = row.values.text(7);
    const MarkerLabel label = labelMarker(
        isMarker ? args : name, domain.empty() || domain == "UserMarker" ? "roctx" : domain, {});
    if (isMarker && span->duration == 0) {
        EventBatch& events = batch.events();
        events.instants.push_back({span->start, events.strings.intern(label.name),
                                   events.category(label.category, label.kind), track, row.event});
    } else {
        batch.addSlice(row.event, *span, label.name, label.category, label.kind, track);
    }
}

enum class Operation { Kernel, Copy, Memset, Other };

Operation operationOf(std::string_view type, std::string_view description) {
    const auto has = [&](std::string_view part) {
        return type.find(part) != std::string_view::npos;
    };
    if (has("Fill") || has("Memset") || description == "Fill") {
        return Operation::Memset;
    }
    if (has("Copy") || has("Memcpy") || has("COPY")) {
        return Operation::Copy;
    }
    return has("Barrier") || has("Marker") ? Operation::Other : Operation::Kernel;
}

void addKernel(RpdBatch& batch, const TableRow& row, std::uint32_t slice,
               const RpdLaunches::Kernel* launch) {
    KernelBatchRow kernel;
    kernel.slice = slice;
    // A launch of a graph has many kernels, but at most one is described.
    if (launch != nullptr && launch->nameId == row.values.integer(6)) {
        kernel.grid = launch->grid;
        kernel.block = launch->block;
        kernel.sharedMemoryBytes = launch->sharedMemoryBytes;
    }
    batch.events().kernels.push_back(kernel);
}

// start, end, gpuId, queueId, sequenceId, description_id are columns 1 to 6; the texts of the
// description and the type columns 7 and 8.
void addOperation(RpdBatch& batch, const TableRow& row) {
    const std::optional<RowBatch::Span> span = batch.spanOf(row);
    if (!span) {
        return;
    }
    const std::int64_t rowid = row.values.integer(0).value_or(0);
    const std::string_view type = row.values.text(8);
    const std::string_view description = row.values.text(7);
    const std::optional<std::int64_t> call = batch.launches().callOf(rowid);
    const RowBatch::Place place{
        batch.processOf(call.value_or(rowid)),
        std::max(RowBatch::streamOf(row.values.integer(3)), 0),
        streamOfHandle(row.values.integer(batch.launches().isOfCupti() ? 5 : 4))};
    const auto addActivity = [&](std::string_view name, const char* category, SliceKind kind) {
        const std::uint32_t slice =
            batch.addActivity(row.event, *span, name, category, kind, place);
        if (call) {
            batch.addCorrelation(slice, static_cast<std::uint64_t>(*call));
        }
        return slice;
    };
    const Operation operation = operationOf(type, description);
    if (operation == Operation::Kernel) {
        const std::uint32_t slice =
            addActivity(description.empty() ? type : description, "kernel", SliceKind::Kernel);
        addKernel(batch, row, slice, call ? batch.launches().kernelOf(*call) : nullptr);
        return;
    }
    if (operation == Operation::Other) {
        batch.addSlice(
            row.event, *span, type, "barrier", SliceKind::Other,
            batch.tracks().stream(batch.events(), place.process, place.gpu, place.stream));
        return;
    }
    const RpdLaunches::Copy* copy = call ? batch.launches().copyOf(*call) : nullptr;
    std::string_view direction = copyDirection(type);
    if (direction.empty() && copy != nullptr) {
        direction = copyDirection(copy->kind);
    }
    const std::uint32_t slice =
        operation == Operation::Memset
            ? addActivity("Memset (Device)", "gpu_memset", SliceKind::Memset)
            : addActivity(copyName(direction), "gpu_memcpy", SliceKind::Memcpy);
    batch.events().copies.push_back({slice, copy == nullptr ? -1 : copy->bytes, {}, {}, {}});
}

}  // namespace

void RpdBatch::setPid(std::int64_t rowid, std::string pid) {
    m_pids[rowid >> 32] = std::move(pid);
}

LaunchingProcess RpdBatch::processOf(std::int64_t rowid) {
    const std::int64_t block = rowid >> 32;
    return {tracks().processNumber(block), m_pids[block]};
}

BatchTrack RpdBatch::threadOf(const TableRow& row, int pidColumn, int tidColumn) {
    const std::int64_t pid = row.values.integer(pidColumn).value_or(0);
    const std::int64_t tid = row.values.integer(tidColumn).value_or(0);
    constexpr std::int64_t kMax = std::numeric_limits<std::int32_t>::max();
    const auto create = [&] {
        return tracks().find(events(), std::to_string(pid), std::to_string(tid));
    };
    if (pid < 0 || pid > kMax || tid < 0 || tid > kMax) {
        return create();
    }
    BatchTrack& track = tracks().thread(pid << 32 | tid);
    if (!track.isValid()) {
        track = create();
    }
    return track;
}

std::vector<EventTable> rpdTables(const Database& database, RpdBatch& batch) {
    const bool hasArgs = database.findTable("rocpd_ustring") != nullptr;
    const auto callTable = [&, hasArgs](const char* name, bool canLaunch) {
        return EventTable{
            name,
            {"start", "end", "pid", "tid"},
            {{"rocpd_string", "apiName_id", {"string"}},
             {hasArgs ? "rocpd_ustring" : "rocpd_string", "args_id", {"string"}},
             {"rocpd_string", "domain_id", {"string"}}},
            [&batch, canLaunch](const TableRow& row) { addCall(batch, row, canLaunch); }};
    };
    return {
        callTable("rocpd_api", true),
        callTable("rocpd_hsaApi", false),
        {"rocpd_op",
         {"start", "end", "gpuId", "queueId", "sequenceId", "description_id"},
         {{"rocpd_string", "description_id", {"string"}},
          {"rocpd_string", "opType_id", {"string"}}},
         [&batch](const TableRow& row) { addOperation(batch, row); }},
    };
}

}  // namespace gaplight
