// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include <fmt/format.h>

#include "core/base/exhaustion.h"
#include "core/formats/sqlite/database.h"
#include "core/formats/sqlite/database_connection.h"

namespace gaplight {

DatabaseQuery::DatabaseQuery(DatabaseQuery&& other) noexcept
    : m_file(other.m_file),
      m_database(other.m_database),
      m_statement(std::exchange(other.m_statement, nullptr)),
      m_ownsDatabase(std::exchange(other.m_ownsDatabase, false)),
      m_valueBytes(other.m_valueBytes) {}

DatabaseQuery::~DatabaseQuery() {
    sqlite3_finalize(m_statement);
    if (m_ownsDatabase) {
        sqlite3_close_v2(m_database);
    }
}

Result<bool> DatabaseQuery::next() {
    if (m_valueBytes > m_file->maxValueBytes) {
        return tl::unexpected(tooMuch("have more text", *m_file));
    }
    const int code = sqlite3_step(m_statement);
    if (code == SQLITE_ROW) {
        return true;
    }
    if (code == SQLITE_DONE) {
        return false;
    }
    return tl::unexpected(errorOf(*m_file, m_database, code));
}

bool DatabaseQuery::isNull(int column) const {
    return sqlite3_column_type(m_statement, column) == SQLITE_NULL;
}

std::optional<std::int64_t> DatabaseQuery::integer(int column) const {
    // One call that may lock, instead of two; the statement's values are this thread's alone.
    sqlite3_value* value = sqlite3_column_value(m_statement, column);
    if (sqlite3_value_type(value) != SQLITE_INTEGER) {
        return std::nullopt;
    }
    return sqlite3_value_int64(value);
}

std::optional<double> DatabaseQuery::number(int column) const {
    const int type = sqlite3_column_type(m_statement, column);
    if (type != SQLITE_INTEGER && type != SQLITE_FLOAT) {
        return std::nullopt;
    }
    return sqlite3_column_double(m_statement, column);
}

std::string_view DatabaseQuery::text(int column) const {
    if (sqlite3_column_type(m_statement, column) != SQLITE_TEXT) {
        return {};
    }
    const unsigned char* text = sqlite3_column_text(m_statement, column);
    if (text == nullptr) {  // also an empty text has an address
        continueAsBadAlloc();
    }
    const auto size = static_cast<std::size_t>(sqlite3_column_bytes(m_statement, column));
    m_valueBytes += size;
    return {reinterpret_cast<const char*>(text), size};
}

std::string_view DatabaseQuery::blob(int column) const {
    if (sqlite3_column_type(m_statement, column) != SQLITE_BLOB) {
        return {};
    }
    const void* bytes = sqlite3_column_blob(m_statement, column);
    const auto size = static_cast<std::size_t>(sqlite3_column_bytes(m_statement, column));
    if (bytes == nullptr && size > 0) {
        continueAsBadAlloc();
    }
    m_valueBytes += size;
    return {static_cast<const char*>(bytes), size};
}

std::string DatabaseQuery::displayText(int column) const {
    switch (sqlite3_column_type(m_statement, column)) {
        case SQLITE_INTEGER:
            return std::to_string(sqlite3_column_int64(m_statement, column));
        case SQLITE_FLOAT:
            return fmt::format("{}", sqlite3_column_double(m_statement, column));
        case SQLITE_TEXT:
            return std::string(text(column));
        case SQLITE_BLOB:
            return fmt::format("{} bytes", sqlite3_column_bytes(m_statement, column));
        default:
            return {};
    }
}

int DatabaseQuery::columnCount() const {
    return sqlite3_column_count(m_statement);
}

std::string DatabaseQuery::columnName(int column) const {
    const char* name = sqlite3_column_name(m_statement, column);
    if (name == nullptr) {
        continueAsBadAlloc();
    }
    return name;
}

void DatabaseQuery::bind(int parameter, std::int64_t value) {
    sqlite3_bind_int64(m_statement, parameter, value);
}

void DatabaseQuery::reset() {
    sqlite3_reset(m_statement);
}

void DatabaseQuery::copyTo(sqlite3_stmt* statement, int parameter, int column) const {
    sqlite3_value* value = sqlite3_column_value(m_statement, column);
    if (sqlite3_bind_value(statement, parameter, value) == SQLITE_NOMEM) {
        continueAsBadAlloc();
    }
    const int type = sqlite3_value_type(value);
    if (type == SQLITE_TEXT || type == SQLITE_BLOB) {
        m_valueBytes += static_cast<std::size_t>(sqlite3_value_bytes(value));
    }
}

}  // namespace gaplight
