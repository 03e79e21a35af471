// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/nsight/nsight_batch.h"

#include <limits>
#include <utility>

#include <fmt/format.h>

namespace gaplight {
namespace {

constexpr std::int64_t kMaxCorrelation = std::numeric_limits<std::uint32_t>::max();

}  // namespace

std::int32_t NsightBatch::streamOf(std::optional<std::int64_t> value) {
    return value && *value >= 0 && *value <= std::numeric_limits<std::int32_t>::max()
               ? static_cast<std::int32_t>(*value)
               : -1;
}

EventBatch NsightBatch::take() {
    EventBatch batch = std::move(m_batch);
    m_batch = {};
    m_tracks.endBatch();
    return batch;
}

std::optional<NsightBatch::Span> NsightBatch::spanOf(const NsightRow& row) {
    const auto start = row.values.integer(1);
    const auto end = row.values.integer(2);
    if (!start) {
        m_batch.issues.record(row.values.isNull(1) ? IssueKind::MissingTime : IssueKind::BadTime,
                              row.event.number(), "start " + row.values.displayText(1));
        return std::nullopt;
    }
    std::int64_t duration = 0;
    if (!end) {
        m_batch.issues.record(
            row.values.isNull(2) ? IssueKind::MissingDuration : IssueKind::BadTime,
            row.event.number(), "end " + row.values.displayText(2));
    } else if (__builtin_sub_overflow(*end, *start, &duration) || duration < 0) {
        m_batch.issues.record(IssueKind::NegativeDuration, row.event.number(),
                              fmt::format("start {} end {}", *start, *end));
        duration = 0;
    }
    return Span{*start, duration};
}

std::string_view NsightBatch::textOf(const NsightRow& row, int column) const {
    const std::string_view own = row.values.text(column);
    return own.empty() ? m_names.text(row.values.integer(column).value_or(-1)) : own;
}

std::uint32_t NsightBatch::addSlice(const NsightRow& row, Span span, std::string_view name,
                                    std::string_view category, SliceKind kind, BatchTrack track) {
    SliceBatch& slices = m_batch.slices;
    slices.start.push_back(span.start);
    slices.duration.push_back(span.duration);
    slices.name.push_back(m_batch.strings.intern(name));
    slices.category.push_back(m_batch.category(category, kind));
    slices.track.push_back(track);
    slices.event.push_back(row.event);
    if (name.empty()) {
        m_batch.issues.record(IssueKind::MissingName, row.event.number(), category);
    }
    return static_cast<std::uint32_t>(slices.start.size() - 1);
}

std::optional<std::uint64_t> NsightBatch::correlationOf(NsightProcess process,
                                                        std::optional<std::int64_t> correlation) {
    if (!correlation || *correlation <= 0 || *correlation > kMaxCorrelation) {
        return std::nullopt;
    }
    return std::uint64_t{m_tracks.processNumber(process)} << 32U |
           static_cast<std::uint64_t>(*correlation);
}

void NsightBatch::addCorrelation(const NsightRow& row, std::uint32_t slice, NsightProcess process,
                                 std::optional<std::int64_t> correlation) {
    if (const std::optional<std::uint64_t> number = correlationOf(process, correlation)) {
        m_batch.correlation.slice.push_back(slice);
        m_batch.correlation.value.push_back(*number);
    } else if (correlation && *correlation != 0) {
        m_batch.issues.record(IssueKind::BadId, row.event.number(),
                              fmt::format("correlationId {}", *correlation));
    }
}

void NsightBatch::addEventRecord(std::int64_t syncId, const RecordedEvent& event) {
    m_recordedEvents[syncId] = event;
}

const NsightBatch::RecordedEvent* NsightBatch::findEventRecord(std::int64_t syncId) const {
    const auto at = m_recordedEvents.find(syncId);
    return at == m_recordedEvents.end() ? nullptr : &at->second;
}

std::optional<std::uint32_t> NsightBatch::addActivity(const NsightRow& row, std::string_view name,
                                                      std::string_view category, SliceKind kind) {
    const std::optional<Span> span = spanOf(row);
    if (!span) {
        return std::nullopt;
    }
    const NsightProcess process = NsightProcess::ofGlobalId(row.values.integer(5).value_or(0));
    const std::int32_t gpu = m_names.gpuOf(process, row.values.integer(3).value_or(0));
    const std::int32_t stream = streamOf(row.values.integer(4));
    const std::uint32_t slice =
        addSlice(row, *span, name, category, kind, m_tracks.stream(m_batch, process, gpu, stream));
    m_batch.gpu.push_back({slice, gpu, stream});
    addCorrelation(row, slice, process, row.values.integer(6));
    return slice;
}

}  // namespace gaplight
