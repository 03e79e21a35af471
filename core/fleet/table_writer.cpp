// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/fleet/table_writer.h"

#include <algorithm>

#include <sqlite3.h>

namespace gaplight {
namespace {

// The smallest: each of ten small tables has a page of its own.
constexpr const char* kPageSize = "PRAGMA page_size = 512";

sqlite3_stmt* statementOf(void* insertion) {
    return static_cast<sqlite3_stmt*>(insertion);
}

}  // namespace

void TableWriter::Closer::operator()(sqlite3* database) const {
    sqlite3_close_v2(database);
}

TableWriter::TableWriter() {
    sqlite3* database = nullptr;
    const int code =
        sqlite3_open_v2(":memory:", &database, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, nullptr);
    m_database.reset(database);
    noteFailure(code);
    run(kPageSize);
    run("BEGIN");
}

TableWriter::~TableWriter() {
    sqlite3_finalize(statementOf(m_insertion));
}

void TableWriter::noteFailure(int code) {
    if (code != SQLITE_OK && code != SQLITE_DONE && m_failure.empty()) {
        m_failure = sqlite3_errstr(code);
    }
}

void TableWriter::run(const std::string& sql) {
    if (m_failure.empty()) {
        noteFailure(sqlite3_exec(m_database.get(), sql.c_str(), nullptr, nullptr, nullptr));
    }
}

void TableWriter::finishTable() {
    sqlite3_finalize(statementOf(m_insertion));
    m_insertion = nullptr;
}

void TableWriter::beginTable(const std::string& name, const std::string& columns) {
    finishTable();
    m_name = name;
    m_columns = columns;
}

void TableWriter::createTable() {
    run("CREATE TABLE " + m_name + "(" + m_columns + ")");
    std::string sql = "INSERT INTO " + m_name + " VALUES(?";
    for (auto count = std::count(m_columns.begin(), m_columns.end(), ','); count > 0; --count) {
        sql += ",?";
    }
    sqlite3_stmt* statement = nullptr;
    if (m_failure.empty()) {
        noteFailure(
            sqlite3_prepare_v2(m_database.get(), (sql + ")").c_str(), -1, &statement, nullptr));
    }
    m_insertion = statement;
}

void TableWriter::add(const std::vector<Value>& row) {
    if (m_insertion == nullptr) {
        createTable();
    }
    sqlite3_stmt* statement = statementOf(m_insertion);
    if (!m_failure.empty() || statement == nullptr) {
        return;
    }
    for (std::size_t at = 0; at < row.size(); ++at) {
        const int column = static_cast<int>(at) + 1;
        if (const auto* number = std::get_if<std::int64_t>(&row[at])) {
            noteFailure(sqlite3_bind_int64(statement, column, *number));
        } else if (const auto* text = std::get_if<std::string_view>(&row[at])) {
            noteFailure(sqlite3_bind_text64(statement, column, text->data(), text->size(),
                                            SQLITE_TRANSIENT, SQLITE_UTF8));
        } else {
            noteFailure(sqlite3_bind_null(statement, column));
        }
    }
    noteFailure(sqlite3_step(statement));
    sqlite3_reset(statement);
}

Result<std::string> TableWriter::take() {
    finishTable();
    run("COMMIT");
    sqlite3_int64 size = 0;
    unsigned char* bytes =
        m_failure.empty() ? sqlite3_serialize(m_database.get(), "main", &size, 0) : nullptr;
    if (bytes == nullptr) {
        return fail(ErrorCode::WriteFailed, "the tables of the summary cannot be made: " +
                                                (m_failure.empty() ? "out of memory" : m_failure));
    }
    std::string file(reinterpret_cast<const char*>(bytes), static_cast<std::size_t>(size));
    sqlite3_free(bytes);
    return file;
}

}  // namespace gaplight
