// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/sqlite/row_batch.h"

#include <utility>

#include <fmt/format.h>
#include <sqlite3.h>

#include "core/base/exhaustion.h"
#include "core/base/quantity_text.h"

namespace gaplight {

std::string RowValues::displayText(int column) const {
    switch (kindOf(column)) {
        case Kind::Integer:
            return std::to_string(valueOf(column));
        case Kind::Real:
            return fmt::format("{}", std::bit_cast<double>(valueOf(column)));
        case Kind::Text:
            return std::string(bytesOf(column));
        case Kind::Blob:
            return countText(bytesOf(column).size(), "byte", "bytes");
        case Kind::Null:
            break;
    }
    return {};
}

void RowBlock::clear() {
    m_size = 0;
    m_values.clear();
    m_kinds.clear();
    m_bytes.clear();
    if (m_bytes.capacity() > 2 * kMaxBytes) {
        m_bytes.shrink_to_fit();
    }
}

std::int64_t RowBlock::addBytes(const void* bytes, int size) {
    const std::uint64_t place = std::uint64_t{m_bytes.size()} << 32U;
    const auto* first = static_cast<const char*>(bytes);
    m_bytes.insert(m_bytes.end(), first, first + size);
    return static_cast<std::int64_t>(place | static_cast<std::uint64_t>(size));
}

void RowBlock::add(std::span<sqlite3_value* const> row) {
    m_columns = row.size();
    const std::size_t begin = m_values.size();
    m_values.resize(begin + m_columns);
    m_kinds.resize(begin + m_columns);
    std::int64_t* values = m_values.data() + begin;
    RowValues::Kind* kinds = m_kinds.data() + begin;
    for (std::size_t column = 0; column < m_columns; ++column) {
        sqlite3_value* value = row[column];
        kinds[column] = static_cast<RowValues::Kind>(sqlite3_value_type(value));
        switch (kinds[column]) {
            case RowValues::Kind::Integer:
                values[column] = sqlite3_value_int64(value);
                break;
            case RowValues::Kind::Real:
                values[column] = std::bit_cast<std::int64_t>(sqlite3_value_double(value));
                break;
            case RowValues::Kind::Text:
            case RowValues::Kind::Blob: {
                const bool isText = kinds[column] == RowValues::Kind::Text;
                const void* bytes = isText ? sqlite3_value_text(value) : sqlite3_value_blob(value);
                const int size = sqlite3_value_bytes(value);
                if (bytes == nullptr && (isText || size > 0)) {
                    continueAsBadAlloc();  // only an empty blob has no address
                }
                values[column] = addBytes(bytes, size);
                break;
            }
            case RowValues::Kind::Null:
                break;
        }
    }
    ++m_size;
}

EventBatch RowBatch::take() {
    EventBatch batch = std::move(m_batch);
    m_batch = {};
    const std::size_t slices = batch.slices.start.size();  // the next batch has about as many
    m_batch.slices.start.reserve(slices);
    m_batch.slices.duration.reserve(slices);
    m_batch.slices.name.reserve(slices);
    m_batch.slices.category.reserve(slices);
    m_batch.slices.track.reserve(slices);
    m_batch.slices.event.reserve(slices);
    m_tracks.endBatch();
    m_category = {};
    return batch;
}

BatchCategory RowBatch::categoryOf(std::string_view name, SliceKind kind) {
    if (!m_category.isValid() || kind != m_categoryKind || name != m_categoryName) {
        m_category = m_batch.category(name, kind);
        m_categoryName = name;
        m_categoryKind = kind;
    }
    return m_category;
}

std::optional<RowBatch::Span> RowBatch::spanOf(const TableRow& row) {
    const auto start = row.integer(kSpan["start"]);
    const auto end = row.integer(kSpan["end"]);
    if (!start) {
        m_batch.issues.record(
            row.isNull(kSpan["start"]) ? IssueKind::MissingTime : IssueKind::BadTime,
            row.event.number(), "start " + row.displayText(kSpan["start"]));
        return std::nullopt;
    }
    std::int64_t duration = 0;
    if (!end) {
        m_batch.issues.record(
            row.isNull(kSpan["end"]) ? IssueKind::MissingDuration : IssueKind::BadTime,
            row.event.number(), "end " + row.displayText(kSpan["end"]));
    } else if (__builtin_sub_overflow(*end, *start, &duration) || duration < 0) {
        m_batch.issues.record(IssueKind::NegativeDuration, row.event.number(),
                              fmt::format("start {} end {}", *start, *end));
        duration = 0;
    }
    return Span{*start, duration};
}

std::uint32_t RowBatch::addSlice(EventId event, Span span, std::string_view name,
                                 std::string_view category, SliceKind kind, BatchTrack track) {
    SliceBatch& slices = m_batch.slices;
    slices.start.push_back(span.start);
    slices.duration.push_back(span.duration);
    slices.name.push_back(m_batch.strings.intern(name));
    slices.category.push_back(categoryOf(category, kind));
    slices.track.push_back(track);
    slices.event.push_back(event);
    if (name.empty()) {
        m_batch.issues.record(IssueKind::MissingName, event.number(), category);
    }
    return static_cast<std::uint32_t>(slices.start.size() - 1);
}

std::uint32_t RowBatch::addActivity(EventId event, Span span, std::string_view name,
                                    std::string_view category, SliceKind kind, const Place& place) {
    const std::uint32_t slice =
        addSlice(event, span, name, category, kind,
                 m_tracks.stream(m_batch, place.process, place.gpu, place.stream));
    m_batch.gpu.push_back({slice, place.gpu, place.stream});
    return slice;
}

std::int32_t RowBatch::streamOf(std::optional<std::int64_t> value) {
    return value && *value >= 0 && *value <= std::numeric_limits<std::int32_t>::max()
               ? static_cast<std::int32_t>(*value)
               : -1;
}

std::optional<std::uint64_t> RowBatch::correlationOf(std::uint32_t process,
                                                     std::optional<std::int64_t> number) {
    if (!number || *number <= 0 || *number > std::numeric_limits<std::uint32_t>::max()) {
        return std::nullopt;
    }
    return std::uint64_t{process} << 32U | static_cast<std::uint64_t>(*number);
}

void RowBatch::addCorrelation(std::uint32_t slice, std::uint64_t number) {
    m_batch.correlation.slice.push_back(slice);
    m_batch.correlation.value.push_back(number);
}

void RowBatch::addCorrelation(EventId event, std::uint32_t slice, std::uint32_t process,
                              std::optional<std::int64_t> number) {
    if (const std::optional<std::uint64_t> inTrace = correlationOf(process, number)) {
        addCorrelation(slice, *inTrace);
    } else if (number && *number != 0) {
        m_batch.issues.record(IssueKind::BadId, event.number(),
                              fmt::format("correlationId {}", *number));
    }
}

}  // namespace gaplight
