// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/sqlite/cut_database.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <vector>

#include <fcntl.h>
#include <sqlite3.h>
#include <unistd.h>

#include "core/base/quantity_text.h"
#include "core/io/file_descriptor.h"

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

Error temporaryFailure(int number) {
    return {ErrorCode::WriteFailed,
            std::string("the folder for temporary files cannot be written to: ") +
                std::strerror(number),  // NOLINT(concurrency-mt-unsafe)
            std::nullopt};
}

}  // namespace

Result<std::unique_ptr<CutDatabase>> CutDatabase::create() {
    std::error_code failed;
    std::string path =
        (std::filesystem::temp_directory_path(failed) / "gaplight-cut-XXXXXX").string();
    const FileDescriptor file(::mkostemp(path.data(), O_CLOEXEC));
    if (file.get() < 0) {
        return tl::unexpected(temporaryFailure(errno));
    }
    std::unique_ptr<CutDatabase> database(new CutDatabase());
    database->m_path = path;
    if (sqlite3_open_v2(path.c_str(), &database->m_handle,
                        SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nullptr) != SQLITE_OK) {
        return tl::unexpected(database->error());
    }
    sqlite3_db_config(database->m_handle, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
    sqlite3_db_config(database->m_handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
    for (const char* sql : {"PRAGMA journal_mode = OFF", "PRAGMA synchronous = OFF", "BEGIN"}) {
        if (Result<void> done = database->execute(sql); !done) {
            return tl::unexpected(std::move(done.error()));
        }
    }
    return database;
}

CutDatabase::~CutDatabase() {
    sqlite3_finalize(m_insert);
    sqlite3_close_v2(m_handle);
    ::unlink(m_path.c_str());
}

Error CutDatabase::error() const {
    return {ErrorCode::WriteFailed,
            std::string("the part cannot be written: ") + sqlite3_errmsg(m_handle), std::nullopt};
}

Result<void> CutDatabase::execute(const std::string& sql) {
    return sqlite3_exec(m_handle, sql.c_str(), nullptr, nullptr, nullptr) == SQLITE_OK
               ? Result<void>()
               : tl::unexpected(error());
}

bool CutDatabase::addSchema(std::string_view sql) {
    sqlite3_set_authorizer(m_handle, allowSchema, nullptr);
    sqlite3_stmt* statement = nullptr;
    const bool isCreated = sqlite3_prepare_v2(m_handle, sql.data(), static_cast<int>(sql.size()),
                                              &statement, nullptr) == SQLITE_OK &&
                           sqlite3_step(statement) == SQLITE_DONE;
    sqlite3_finalize(statement);
    sqlite3_set_authorizer(m_handle, nullptr, nullptr);
    return isCreated;
}

Result<void> CutDatabase::addPlainTable(const Database::Table& table) {
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
    sqlite3_close_v2(m_handle);
    m_handle = nullptr;
    const FileDescriptor file(::open(m_path.c_str(), O_RDONLY | O_CLOEXEC));
    std::vector<char> piece(kPieceBytes);
    for (std::uint64_t at = 0;;) {
        const std::ptrdiff_t got = file.get() < 0 ? -1 : file.readAt(at, piece);
        if (got < 0) {
            return tl::unexpected(temporaryFailure(errno));
        }
        if (got == 0) {
            return {};
        }
        at += static_cast<std::uint64_t>(got);
        if (Result<void> written = write({piece.data(), static_cast<std::size_t>(got)}); !written) {
            return written;
        }
    }
}

}  // namespace gaplight
