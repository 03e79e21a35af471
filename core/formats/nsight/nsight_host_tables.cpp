// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/nsight/nsight_tables.h"

#include <algorithm>
#include <array>
#include <string>

#include <fmt/format.h>

namespace gaplight {
namespace {

// NVTX_EVENTS.eventType (ENUM_NSYS_EVENT_TYPE); the second of each pair is imported text (NVTXT).
constexpr std::array<std::int64_t, 2> kPushPop{59, 70};
constexpr std::array<std::int64_t, 2> kStartEnd{60, 71};
constexpr std::array<std::int64_t, 2> kMark{34, 65};

bool isOneOf(std::optional<std::int64_t> type, const std::array<std::int64_t, 2>& types) {
    return type && std::find(types.begin(), types.end(), *type) != types.end();
}

// "cudaLaunchKernel_v7000" is cudaLaunchKernel.
std::string_view withoutVersion(std::string_view name) {
    const std::size_t at = name.rfind("_v");
    const bool isVersion = at != std::string_view::npos && at + 2 < name.size() &&
                           std::all_of(name.begin() + static_cast<std::ptrdiff_t>(at) + 2,
                                       name.end(), [](char c) { return c >= '0' && c <= '9'; });
    return isVersion ? name.substr(0, at) : name;
}

// torch.autograd.profiler.emit_nvtx writes operators as "aten::add, seq = 3, op_id = 5".
std::string_view operatorName(std::string_view text) {
    for (const std::string_view mark : {", seq = ", ", op_id = "}) {
        const std::size_t at = text.find(mark);
        if (at != std::string_view::npos &&
            text.substr(0, at).find("::") != std::string_view::npos) {
            return text.substr(0, at);
        }
    }
    return {};
}

void addCall(NsightBatch& batch, const NsightRow& row) {
    const std::optional<NsightBatch::Span> span = batch.spanOf(row);
    const auto thread = row.values.integer(3);
    if (!span) {
        return;
    }
    const std::string_view name = withoutVersion(batch.textOf(row, 5));
    const bool isRuntime = name.starts_with("cuda");
    const std::uint32_t slice =
        batch.addSlice(row, *span, name, isRuntime ? "cuda_runtime" : "cuda_driver",
                       isRuntime ? SliceKind::Runtime : SliceKind::Driver,
                       batch.tracks().thread(batch.events(), thread));
    batch.addCorrelation(row, slice, NsightProcess::ofGlobalId(thread.value_or(0)),
                         row.values.integer(4));
}

void addNvtx(NsightBatch& batch, const NsightRow& row) {
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
    const std::string_view op = operatorName(text);
    const SliceKind kind = op.empty() ? SliceKind::UserAnnotation : SliceKind::CpuOp;
    const std::string category = !op.empty()      ? "cpu_op"
                                 : domain.empty() ? "nvtx"
                                                  : fmt::format("nvtx {}", domain);
    const BatchTrack track = batch.tracks().thread(batch.events(), row.values.integer(3));
    const BatchString name = batch.events().strings.intern(op.empty() ? text : op);
    const BatchCategory inCategory = batch.events().category(category, kind);
    if (isOneOf(type, kMark)) {
        batch.events().instants.push_back({*start, name, inCategory, track, row.event});
    } else if (row.values.isNull(2)) {  // never popped
        batch.events().openEnds.push_back(
            {OpenEndPhase::Begin, *start, name, inCategory, track, row.event});
    } else if (isRange) {
        if (const std::optional<NsightBatch::Span> span = batch.spanOf(row)) {
            batch.addSlice(row, *span, op.empty() ? text : op, category, kind, track);
        }
    } else if (const std::optional<NsightBatch::Span> span = batch.spanOf(row)) {
        const BatchString id = batch.events().strings.intern(std::to_string(row.event.number()));
        const auto addHalf = [&](AsyncPhase phase, std::int64_t time) {
            batch.events().asyncs.push_back({phase, time, name, inCategory, id, track, row.event});
        };
        addHalf(AsyncPhase::Begin, span->start);
        addHalf(AsyncPhase::End, span->start + span->duration);
    }
}

// Calls of libraries: the operating system's, cuDNN's, cuBLAS'.
void addOsCall(NsightBatch& batch, const NsightRow& row) {
    if (const std::optional<NsightBatch::Span> span = batch.spanOf(row)) {
        batch.addSlice(row, *span, withoutVersion(batch.textOf(row, 4)), "library_call",
                       SliceKind::Other,
                       batch.tracks().thread(batch.events(), row.values.integer(3)));
    }
}

void addOverhead(NsightBatch& batch, const NsightRow& row) {
    if (const std::optional<NsightBatch::Span> span = batch.spanOf(row)) {
        const std::string_view name = batch.textOf(row, 4);
        batch.addSlice(row, *span, name.empty() ? "profiler" : name, "overhead",
                       SliceKind::Overhead,
                       batch.tracks().thread(batch.events(), row.values.integer(3)));
    }
}

}  // namespace

std::span<const NsightTable> nsightHostTables() {
    static const std::vector<NsightTable> kTables{
        {"CUPTI_ACTIVITY_KIND_RUNTIME",
         {"start", "end", "globalTid", "correlationId", "nameId"},
         addCall},
        {"CUPTI_ACTIVITY_KIND_DRIVER",
         {"start", "end", "globalTid", "correlationId", "nameId"},
         addCall},
        {"NVTX_EVENTS",
         {"start", "end", "globalTid", "eventType", "text", "textId", "domainId", "rangeId"},
         addNvtx},
        {"CUDNN_EVENTS", {"start", "end", "globalTid", "nameId"}, addOsCall},
        {"CUBLAS_EVENTS", {"start", "end", "globalTid", "nameId"}, addOsCall},
        {"OSRT_API", {"start", "end", "globalTid", "nameId"}, addOsCall},
        {"CUPTI_ACTIVITY_KIND_OVERHEAD", {"start", "end", "globalTid", "nameId"}, addOverhead},
        {"PROFILER_OVERHEAD", {"start", "end", "globalTid", "nameId"}, addOverhead},
    };
    return kTables;
}

}  // namespace gaplight
