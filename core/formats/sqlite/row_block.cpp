// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/sqlite/row_block.h"

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

}  // namespace gaplight
