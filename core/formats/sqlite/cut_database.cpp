// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/sqlite/cut_database.h"

#include <algorithm>
#include <vector>

#include <sqlite3.h>

#include "core/base/exhaustion.h"
#include "core/base/quantity_text.h"
#include "core/base/result.h"

namespace gaplight {
namespace {

constexpr std::size_t kPieceBytes = std::size_t{1} << 20U;

// What creating a table, an index or a view does in the schema, and nothing else.
int allowSchema(void* /*unused*/, int action, const char* /*first*/, const char* /*second*/,
                const char* /*database*/, const char* /*trigger*/) {
    switch (action) {
        case SQLITE_CREATE_TABLE:
        case SQLITE_CREATE_INDEX:
        case SQLITE_CREATE_VIEW:
        case SQLITE_REINDEX:
        case SQLITE_INSERT:
        case SQLITE_UPDATE:
        case SQLITE_READ:
            return SQLITE_OK;
        default:
            return SQLITE_DENY;
    }
}

// Failures that are none of the statement.
bool isRefusedBySystem(int code) {
    const int primary = static_cast<int>(static_cast<unsigned>(code) & 0xffU);
    return primary == SQLITE_NOMEM || primary == SQLITE_IOERR || primary == SQLITE_FULL ||
           primary == SQLITE_CANTOPEN;
}

}  // namespace

Result<std::unique_ptr<CutDatabase>> CutDatabase::create() {
    std::unique_ptr<CutDatabase> database(new CutDatabase());
    const int opened =
        sqlite3_open_v2(":part:", &database->m_handle,
                        SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX,
                        database->m_files.name().c_str());
    if (opened == SQLITE_CANTOPEN) {
        return fail(ErrorCode::WriteFailed,
                    "cannot make a temporary file in $TMPDIR, /var/tmp or /tmp, which the part of "
                    "a database needs; set TMPDIR to a folder that can be written");
    }
    if (opened != SQLITE_OK) {
        return tl::unexpected(database->error());
    }
    sqlite3_db_config(database->m_handle, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
    sqlite3_db_config(database->m_handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
    // A statement that violates a constraint is taken back, which needs a journal. It is in memory
    // and small: it has what a statement changed of pages that were there before it.
    for (const char* sql : {"PRAGMA journal_mode = MEMORY", "PRAGMA synchronous = OFF", "BEGIN"}) {
        TRY(database->execute(sql));
    }
    return database;
}

CutDatabase::~CutDatabase() {
    sqlite3_finalize(m_insert);
    sqlite3_close_v2(m_handle);
}

Error CutDatabase::error() const {
    if (sqlite3_errcode(m_handle) == SQLITE_NOMEM) {
        continueAsBadAlloc();
    }
    return {ErrorCode::WriteFailed,
            std::string("the part cannot be written: ") + sqlite3_errmsg(m_handle), std::nullopt};
}

Result<void> CutDatabase::execute(const std::string& sql) {
    return sqlite3_exec(m_handle, sql.c_str(), nullptr, nullptr, nullptr) == SQLITE_OK
               ? Result<void>()
               : tl::unexpected(error());
}

Result<void> CutDatabase::addSchema(std::string_view sql) {
    sqlite3_set_authorizer(m_handle, allowSchema, nullptr);
    sqlite3_stmt* statement = nullptr;
    int code =
        sqlite3_prepare_v2(m_handle, sql.data(), static_cast<int>(sql.size()), &statement, nullptr);
    if (code == SQLITE_OK && statement != nullptr) {
        code = sqlite3_step(statement);
    }
    sqlite3_finalize(statement);
    sqlite3_set_authorizer(m_handle, nullptr, nullptr);
    return isRefusedBySystem(code) ? tl::unexpected(error()) : Result<void>();
}

Result<void> CutDatabase::addPlainTable(const Database::Table& table) {
    if (table.columns.empty()) {
        return {};
    }
    std::string columns;
    for (const std::string& column : table.columns) {
        appendItem(columns, quotedName(column));
    }
    return execute("CREATE TABLE IF NOT EXISTS " + quotedName(table.name) + " (" + columns + ")");
}

Result<void> CutDatabase::beginRows(const Database::Table& table) {
    std::string names = "rowid";
    std::string values = "?";
    for (const std::string& column : table.columns) {
        names += ", " + quotedName(column);
        values += ", ?";
    }
    const std::string sql =
        "INSERT INTO " + quotedName(table.name) + " (" + names + ") VALUES (" + values + ")";
    m_columns = table.columns.size();
    return sqlite3_prepare_v2(m_handle, sql.c_str(), -1, &m_insert, nullptr) == SQLITE_OK
               ? Result<void>()
               : tl::unexpected(error());
}

Result<bool> CutDatabase::addRow(const DatabaseQuery& row, int first, const Replacement& replaced) {
    row.copyTo(m_insert, 1, first);
    for (std::size_t at = 0; at < m_columns; ++at) {
        const int parameter = static_cast<int>(at) + 2;
        if (const std::optional<std::int64_t> value = replaced(at)) {
            sqlite3_bind_int64(m_insert, parameter, *value);
        } else {
            row.copyTo(m_insert, parameter, first + static_cast<int>(at) + 1);
        }
    }
    const int code = sqlite3_step(m_insert);
    sqlite3_reset(m_insert);
    if (code == SQLITE_DONE) {
        return true;
    }
    return (code & 0xff) == SQLITE_CONSTRAINT ? Result<bool>(false) : tl::unexpected(error());
}

Result<void> CutDatabase::endRows() {
    sqlite3_finalize(m_insert);
    m_insert = nullptr;
    return {};
}

Result<void> CutDatabase::finish(const std::function<Result<void>(std::string_view bytes)>& write) {
    if (Result<void> done = execute("COMMIT"); !done) {
        return done;
    }
    sqlite3_file* file = nullptr;
    sqlite3_int64 size = 0;
    if (sqlite3_file_control(m_handle, "main", SQLITE_FCNTL_FILE_POINTER, &file) != SQLITE_OK ||
        file->pMethods->xFileSize(file, &size) != SQLITE_OK) {
        return tl::unexpected(error());
    }
    std::vector<char> piece(kPieceBytes);
    for (sqlite3_int64 at = 0; at < size;) {
        const auto bytes = std::min<sqlite3_int64>(size - at, kPieceBytes);
        if (file->pMethods->xRead(file, piece.data(), static_cast<int>(bytes), at) != SQLITE_OK) {
            return fail(ErrorCode::WriteFailed,
                        "the part cannot be read from its temporary file; check the disk of "
                        "$TMPDIR, /var/tmp or /tmp");
        }
        at += bytes;
        if (Result<void> written = write({piece.data(), static_cast<std::size_t>(bytes)});
            !written) {
            return written;
        }
    }
    return {};
}

}  // namespace gaplight
