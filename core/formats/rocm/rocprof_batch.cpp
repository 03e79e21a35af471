// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/rocm/rocprof_batch.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "core/formats/rocm/rocm_names.h"
#include "core/formats/sqlite/marker_label.h"

namespace gaplight {
namespace {

constexpr std::array<std::pair<std::string_view, RocprofTable>, 8> kRocprofTables{{
    {"kernel_dispatch", RocprofTable::Kernel},
    {"memory_copy", RocprofTable::Copy},
    {"hip_api", RocprofTable::HipCall},
    {"hsa_api", RocprofTable::HsaCall},
    {"marker_api", RocprofTable::Marker},
    {"rccl_api", RocprofTable::Library},
    {"rocdecode_api", RocprofTable::Library},
    {"rocjpeg_api", RocprofTable::Library},
}};

}  // namespace

std::optional<RocprofTable> rocprofTableOf(std::string_view key) {
    const auto* table = std::find_if(kRocprofTables.begin(), kRocprofTables.end(),
                                     [&](const auto& one) { return one.first == key; });
    return table == kRocprofTables.end() ? std::nullopt : std::optional(table->second);
}

void RocprofBatch::add(RocprofTable table, const RocprofNames& names, std::size_t process,
                       const RocprofRecord& record, EventId event) {
    if (!record.start) {
        events().issues.record(IssueKind::MissingTime, event.number(), "start_timestamp");
        return;
    }
    RowBatch::Span span{*record.start, 0};
    if (!record.end) {
        events().issues.record(IssueKind::MissingDuration, event.number(), "end_timestamp");
    } else if (__builtin_sub_overflow(*record.end, *record.start, &span.duration) ||
               span.duration < 0) {
        events().issues.record(IssueKind::NegativeDuration, event.number(),
                               fmt::format("start {} end {}", *record.start, *record.end));
        span.duration = 0;
    }
    if (table == RocprofTable::Kernel) {
        addKernel(names, record, span, event, process);
    } else if (table == RocprofTable::Copy) {
        addCopy(names, record, span, event, process);
    } else {
        addCall(table, names, record, span, event, process);
    }
}

RowBatch::Place RocprofBatch::placeOf(const RocprofNames& names, const RocprofRecord& record,
                                      std::optional<std::int64_t> agent, std::size_t process) {
    const auto gpu = names.gpus.find(agent.value_or(-1));
    const bool isOnQueue = (names.hasQueuesOnly && record.queue) || !record.stream;
    return {{tracks().processNumber(static_cast<std::int64_t>(process)), names.pid},
            gpu == names.gpus.end() ? 0 : gpu->second,
            streamOfHandle(isOnQueue ? record.queue : record.stream)};
}

void RocprofBatch::addKernel(const RocprofNames& names, const RocprofRecord& record,
                             RowBatch::Span span, EventId event, std::size_t process) {
    const auto known = names.kernels.find(record.kernel.value_or(-1));
    const RowBatch::Place place = placeOf(names, record, record.agent, process);
    const std::uint32_t slice = addActivity(
        event, span, known == names.kernels.end() ? std::string_view() : known->second.name,
        "kernel", SliceKind::Kernel, place);
    addCorrelation(event, slice, place.process.number, record.correlation);
    KernelBatchRow kernel;
    kernel.slice = slice;
    kernel.block = record.group;
    kernel.grid = workgroupsOf(record.items, record.group);
    kernel.sharedMemoryBytes = RowBatch::clamped<std::uint32_t>(record.sharedMemoryBytes);
    if (known != names.kernels.end()) {
        kernel.registersPerThread = RowBatch::clamped<std::uint16_t>(known->second.registers);
    }
    events().kernels.push_back(kernel);
}

void RocprofBatch::addCopy(const RocprofNames& names, const RocprofRecord& record,
                           RowBatch::Span span, EventId event, std::size_t process) {
    const bool isFromGpu = names.gpus.contains(record.source.value_or(-1));
    const std::string_view direction =
        copyDirection(names.operationName(record.kind.value_or(-1), record.operation.value_or(-1)));
    const RowBatch::Place place =
        placeOf(names, record, isFromGpu ? record.source : record.target, process);
    const std::uint32_t slice =
        addActivity(event, span, copyName(direction), "gpu_memcpy", SliceKind::Memcpy, place);
    addCorrelation(event, slice, place.process.number, record.correlation);
    events().copies.push_back({slice, record.bytes.value_or(-1), {}, {}, {}});
}

void RocprofBatch::addCall(RocprofTable table, const RocprofNames& names,
                           const RocprofRecord& record, RowBatch::Span span, EventId event,
                           std::size_t process) {
    const std::string_view name =
        names.operationName(record.kind.value_or(-1), record.operation.value_or(-1));
    const BatchTrack track = threadOf(names, record, process);
    if (table == RocprofTable::Marker) {
        addMarker(names, record, name, span, event, track);
        return;
    }
    const bool isHip = table == RocprofTable::HipCall;
    const bool isCall = isHip || table == RocprofTable::HsaCall;
    const std::uint32_t slice = addSlice(event, span, name,
                                         isHip    ? "hip_api"
                                         : isCall ? "hsa_api"
                                                  : "library_call",
                                         isHip    ? SliceKind::Runtime
                                         : isCall ? SliceKind::Driver
                                                  : SliceKind::Other,
                                         track);
    if (isCall) {
        addCorrelation(event, slice, tracks().processNumber(static_cast<std::int64_t>(process)),
                       record.correlation);
    }
}

void RocprofBatch::addMarker(const RocprofNames& names, const RocprofRecord& record,
                             std::string_view call, RowBatch::Span span, EventId event,
                             BatchTrack track) {
    const auto message = names.messages.find(record.correlation.value_or(-1));
    const MarkerLabel label = labelMarker(
        message == names.messages.end() ? call : std::string_view(message->second), "roctx", {});
    if (span.duration == 0) {
        EventBatch& batch = events();
        batch.instants.push_back({span.start, batch.strings.intern(label.name),
                                  batch.category(label.category, label.kind), track, event});
    } else {
        addSlice(event, span, label.name, label.category, label.kind, track);
    }
}

BatchTrack RocprofBatch::threadOf(const RocprofNames& names, const RocprofRecord& record,
                                  std::size_t process) {
    const std::int64_t thread = record.thread.value_or(0);
    BatchTrack& track = tracks().thread(static_cast<std::int64_t>(process) << 48 ^ thread);
    if (!track.isValid()) {
        track = tracks().find(events(), names.pid, std::to_string(thread));
        if (!names.command.empty()) {
            BatchTracks::addName(events(), TrackFact::ProcessName, track, names.command);
        }
    }
    return track;
}

}  // namespace gaplight
