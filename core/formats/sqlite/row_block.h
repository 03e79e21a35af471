// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

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

}  // namespace gaplight
