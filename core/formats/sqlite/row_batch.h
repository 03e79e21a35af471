// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/formats/sqlite/batch_tracks.h"
#include "core/formats/sqlite/database.h"
#include "core/trace/event_batch.h"

struct sqlite3_value;

namespace gaplight {

// The values of one row of a RowBlock, while the block has it.
class RowValues {
public:
    bool isNull(int column) const { return kindOf(column) == Kind::Null; }
    // Empty where the value is no integer (null, a text, a real).
    std::optional<std::int64_t> integer(int column) const {
        return kindOf(column) == Kind::Integer ? std::optional(valueOf(column)) : std::nullopt;
    }
    // Empty where the value is no number.
    std::optional<double> number(int column) const {
        return kindOf(column) == Kind::Real ? std::optional(std::bit_cast<double>(valueOf(column)))
               : kindOf(column) == Kind::Integer
                   ? std::optional(static_cast<double>(valueOf(column)))
                   : std::nullopt;
    }
    // Empty where the value is no text.
    std::string_view text(int column) const {
        return kindOf(column) == Kind::Text ? bytesOf(column) : std::string_view();
    }
    // Empty where the value is no blob.
    std::string_view blob(int column) const {
        return kindOf(column) == Kind::Blob ? bytesOf(column) : std::string_view();
    }
    // Any value for display: "3 bytes" for a blob, empty for null.
    std::string displayText(int column) const;

private:
    friend class RowBlock;
    enum class Kind : std::uint8_t { Integer = 1, Real, Text, Blob, Null };  // SQLITE_INTEGER, ...
    RowValues(const std::int64_t* values, const Kind* kinds, const char* bytes)
        : m_values(values), m_kinds(kinds), m_bytes(bytes) {}

    Kind kindOf(int column) const { return m_kinds[column]; }
    std::int64_t valueOf(int column) const { return m_values[column]; }
    std::string_view bytesOf(int column) const {
        const auto place = static_cast<std::uint64_t>(valueOf(column));
        return {m_bytes + (place >> 32U), place & 0xffff'ffffU};
    }

    const std::int64_t* m_values;
    const Kind* m_kinds;
    const char* m_bytes;
};

// Some thousand rows of a query, taken out of SQLite so that one thread can decode rows while
// another adds those before them to a batch. 9 bytes for each value, and those of texts.
class RowBlock {
public:
    static constexpr std::size_t kMaxRows = 16'384;

    // Keeps memory for the next rows.
    void clear();
    // A row of as many values as the others. Texts of one row have at most 64 MiB for each table of
    // it. Throws std::bad_alloc, also where SQLite has no memory for a text.
    void add(std::span<sqlite3_value* const> row);
    bool isFull() const { return m_size >= kMaxRows || m_bytes.size() >= kMaxBytes; }
    std::size_t size() const { return m_size; }
    // Of its texts and blobs.
    std::size_t byteCount() const { return m_bytes.size(); }
    RowValues operator[](std::size_t row) const {
        return {m_values.data() + row * m_columns, m_kinds.data() + row * m_columns,
                m_bytes.data()};
    }

private:
    static constexpr std::size_t kMaxBytes = std::size_t{16} << 20U;

    std::int64_t addBytes(const void* bytes, int size);

    std::size_t m_columns = 0;
    std::size_t m_size = 0;
    // Row by row. Texts and blobs: offset in m_bytes << 32 | size.
    std::vector<std::int64_t> m_values;
    std::vector<RowValues::Kind> m_kinds;
    std::vector<char> m_bytes;
};

// A row of a table of events, with its event.
struct TableRow : RowValues {
    EventId event;
};

// The columns that a table of slices begins with.
inline constexpr ColumnNames kSpan("start", "end");

// The nearest value of a type to an integer; 0 for none.
template <class T>
[[nodiscard]] T clamped(std::optional<std::int64_t> value) {
    constexpr auto kMax = sizeof(T) < sizeof(std::int64_t)
                              ? static_cast<std::int64_t>(std::numeric_limits<T>::max())
                              : std::numeric_limits<std::int64_t>::max();
    return static_cast<T>(std::min(std::max<std::int64_t>(value.value_or(0), 0), kMax));
}
// The same of three successive columns.
template <class T>
[[nodiscard]] std::array<T, 3> axesOf(const auto& row, int x) {
    return {clamped<T>(row.integer(x)), clamped<T>(row.integer(x + 1)),
            clamped<T>(row.integer(x + 2))};
}

// The batch that rows of tables of events are added to. What is wrong with a row is an issue of the
// batch.
class RowBatch {
public:
    struct Span {
        std::int64_t start = 0;
        std::int64_t duration = 0;
    };
    struct Place {
        LaunchingProcess process;
        std::int32_t gpu = 0;
        std::int32_t stream = -1;  // -1: not recorded
    };

    // `gpus` must outlive this.
    explicit RowBatch(std::span<const DeviceProperties> gpus) : m_tracks(gpus) {}

    [[nodiscard]] EventBatch& events() { return m_batch; }
    [[nodiscard]] BatchTracks& tracks() { return m_tracks; }
    // The events since the last call.
    [[nodiscard]] EventBatch take();

    // By the columns kSpan; empty where the start is no time.
    [[nodiscard]] std::optional<Span> spanOf(const TableRow& row);

    // Gives the slice's number in the batch (also below).
    std::uint32_t addSlice(EventId event, Span span, std::string_view name,
                           std::string_view category, SliceKind kind, BatchTrack track);
    // A kernel, copy or memset.
    std::uint32_t addActivity(EventId event, Span span, std::string_view name,
                              std::string_view category, SliceKind kind, const Place& place);
    void addCorrelation(std::uint32_t slice, std::uint64_t number);
    // The same with a number that is unique in its process; one that correlationOf() refuses is
    // counted as an issue.
    void addCorrelation(EventId event, std::uint32_t slice, std::uint32_t process,
                        std::optional<std::int64_t> number);
    // Of a copy or memset.
    void addBytes(std::uint32_t slice, std::optional<std::int64_t> bytes) {
        m_batch.copies.push_back({slice, bytes.value_or(-1), {}, {}, {}});
    }
    // Processes number their calls independently: the trace's number has the process in its upper
    // half. Empty for 0 and numbers beyond 32 bits.
    [[nodiscard]] static std::optional<std::uint64_t> correlationOf(
        std::uint32_t process, std::optional<std::int64_t> number);

    // -1 where the value is no stream's number.
    [[nodiscard]] static std::int32_t streamOf(std::optional<std::int64_t> value);

private:
    // Rows of one table mostly have one category.
    BatchCategory categoryOf(std::string_view name, SliceKind kind);

    EventBatch m_batch;
    BatchTracks m_tracks;
    std::string m_categoryName;  // of the last slice
    SliceKind m_categoryKind{};
    BatchCategory m_category;  // invalid: no slice in this batch yet
};

}  // namespace gaplight
