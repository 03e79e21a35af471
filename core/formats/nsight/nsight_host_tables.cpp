// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/nsight/nsight_tables.h"

#include <algorithm>
#include <array>
#include <string>

#include <fmt/format.h>

#include "core/formats/nsight/nccl_payloads.h"
#include "core/formats/sqlite/marker_label.h"

namespace gaplight {
namespace {

// NVTX_EVENTS.eventType (ENUM_NSYS_EVENT_TYPE); the second of each pair is imported text (NVTXT).
constexpr std::array<std::int64_t, 2> kPushPop{59, 70};
constexpr std::array<std::int64_t, 2> kStartEnd{60, 71};
constexpr std::array<std::int64_t, 2> kMark{34, 65};

bool isOneOf(std::optional<std::int64_t> type, const std::array<std::int64_t, 2>& types) {
    return type && std::find(types.begin(), types.end(), *type) != types.end();
}

void addCall(NsightBatch& batch, const TableRow& row) {
    const std::optional<RowBatch::Span> span = batch.spanOf(row);
    const auto thread = row.values.integer(3);
    if (!span) {
        return;
    }
    const std::string_view name = withoutVersion(batch.textOf(row, 5));
    const bool isRuntime = name.starts_with("cuda");
    const std::uint32_t slice =
        batch.addSlice(row.event, *span, name, isRuntime ? "cuda_runtime" : "cuda_driver",
                       isRuntime ? SliceKind::Runtime : SliceKind::Driver, batch.threadOf(thread));
    batch.addCorrelation(row.event, slice,
                         batch.numberOf(NsightProcess::ofGlobalId(thread.value_or(0))),
                         row.values.integer(4));
}

// A range that NCCL records itself, named by its function: "ncclAllReduce". An export that was cut
// may lack the row that names the domain.
bool isNcclFunction(std::string_view text, std::string_view domain) {
    constexpr std::string_view kPrefix = "nccl";
    return (domain == "NCCL" || domain.empty()) && text.starts_with(kPrefix) &&
           text.size() > kPrefix.size() && text[kPrefix.size()] >= 'A' &&
           text[kPrefix.size()] <= 'Z';
}

void addNcclCall(NsightBatch& batch, const TableRow& row, std::uint32_t slice,
                 std::string_view function) {
    const NcclPayloads& payloads = batch.ncclPayloads();
    const std::optional<NcclPayload> payload = payloads.decode(row.values.blob(9));
    if (!payload || payload->bytes < 0) {
        return;  // ncclGroupEnd, ncclCommInitRank
    }
    CommCallBatchRow call = payloads.callOf(function, *payload);
    auto& texts = batch.events().strings;
    call.slice = slice;
    call.type = texts.intern("Byte");
    if (payload->communicator != 0) {
        call.group = texts.intern(fmt::format("0x{:x}", payload->communicator));
    }
    batch.events().commCalls.push_back(call);
}

void addNvtx(NsightBatch& batch, const TableRow& row) {
    const auto type = row.values.integer(4);
    const auto start = row.values.integer(1);
    const bool isRange = isOneOf(type, kPushPop);
    if (!isRange && !isOneOf(type, kStartEnd) && !isOneOf(type, kMark)) {
        return;  // domains, names of threads and streams
    }
    if (!start) {
        batch.events().issues.record(IssueKind::MissingTime, row.event.number(), "NVTX");
        return;
    }
    const std::string_view own = row.values.text(5);
    const std::string_view text = own.empty() ? batch.textOf(row, 6) : own;
    const std::string_view domain = batch.names().nvtxDomain(row.values.integer(3).value_or(0),
                                                             row.values.integer(7).value_or(0));
    MarkerLabel label = labelMarker(text, "nvtx", domain);
    if (isNcclFunction(text, domain)) {
        label.kind = SliceKind::Other;  // a call of a library, no annotation of the program
    }
    const BatchTrack track = batch.threadOf(row.values.integer(3));
    if (isRange && !row.values.isNull(2)) {
        if (const std::optional<RowBatch::Span> span = batch.spanOf(row)) {
            const std::uint32_t slice =
                batch.addSlice(row.event, *span, label.name, label.category, label.kind, track);
            if (label.kind == SliceKind::Other) {
                addNcclCall(batch, row, slice, text);
            }
        }
        return;
    }
    const BatchString name = batch.events().strings.intern(label.name);
    const BatchCategory inCategory = batch.events().category(label.category, label.kind);
    if (isOneOf(type, kMark)) {
        batch.events().instants.push_back({*start, name, inCategory, track, row.event});
    } else if (row.values.isNull(2)) {  // never popped
        batch.events().openEnds.push_back(
            {OpenEndPhase::Begin, *start, name, inCategory, track, row.event});
    } else if (const std::optional<RowBatch::Span> span = batch.spanOf(row)) {
        const BatchString id = batch.events().strings.intern(std::to_string(row.event.number()));
        const auto addHalf = [&](AsyncPhase phase, std::int64_t time) {
            batch.events().asyncs.push_back({phase, time, name, inCategory, id, track, row.event});
        };
        addHalf(AsyncPhase::Begin, span->start);
        addHalf(AsyncPhase::End, span->start + span->duration);
    }
}

// Calls of libraries: the operating system's, cuDNN's, cuBLAS'.
void addOsCall(NsightBatch& batch, const TableRow& row) {
    if (const std::optional<RowBatch::Span> span = batch.spanOf(row)) {
        batch.addSlice(row.event, *span, withoutVersion(batch.textOf(row, 4)), "library_call",
                       SliceKind::Other, batch.threadOf(row.values.integer(3)));
    }
}

void addOverhead(NsightBatch& batch, const TableRow& row) {
    if (const std::optional<RowBatch::Span> span = batch.spanOf(row)) {
        const std::string_view name = batch.textOf(row, 4);
        batch.addSlice(row.event, *span, name.empty() ? "profiler" : name, "overhead",
                       SliceKind::Overhead, batch.threadOf(row.values.integer(3)));
    }
}

}  // namespace

std::vector<EventTable> nsightHostTables(NsightBatch& batch) {
    const auto with = [&batch](void (*add)(NsightBatch&, const TableRow&)) {
        return [&batch, add](const TableRow& row) { add(batch, row); };
    };
    return {
        {"CUPTI_ACTIVITY_KIND_RUNTIME",
         {"start", "end", "globalTid", "correlationId", "nameId"},
         {},
         with(addCall)},
        {"CUPTI_ACTIVITY_KIND_DRIVER",
         {"start", "end", "globalTid", "correlationId", "nameId"},
         {},
         with(addCall)},
        {"NVTX_EVENTS",
         {"start", "end", "globalTid", "eventType", "text", "textId", "domainId", "rangeId",
          "binaryData"},
         {},
         with(addNvtx)},
        {"CUDNN_EVENTS", {"start", "end", "globalTid", "nameId"}, {}, with(addOsCall)},
        {"CUBLAS_EVENTS", {"start", "end", "globalTid", "nameId"}, {}, with(addOsCall)},
        {"OSRT_API", {"start", "end", "globalTid", "nameId"}, {}, with(addOsCall)},
        {"CUPTI_ACTIVITY_KIND_OVERHEAD",
         {"start", "end", "globalTid", "nameId"},
         {},
         with(addOverhead)},
        {"PROFILER_OVERHEAD", {"start", "end", "globalTid", "nameId"}, {}, with(addOverhead)},
    };
}

}  // namespace gaplight
