// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/sqlite/database.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "core/base/exhaustion.h"
#include "core/formats/sqlite/random_access_vfs.h"

namespace gaplight {
namespace {

// SQLite calls the progress handler after so many instructions of its machine: some 50 µs.
constexpr int kInstructionsPerCheck = 10'000;
// Bounds what a hostile schema can ask for (sqlite.org/limits.html).
constexpr int kMaxValueBytes = 64 * 1024 * 1024;
constexpr int kMaxColumns = 500;
constexpr int kMaxTables = 2'000;

// The result codes of SQLite without what it adds to them (sqlite.org/rescode.html#extrc).
int primaryOf(int code) {
    return static_cast<int>(static_cast<unsigned>(code) & 0xffU);
}

Error errorOf(const RandomAccessVfs& vfs, sqlite3* handle, int code) {
    const int primary = primaryOf(code);
    if (primary == SQLITE_NOMEM || code == SQLITE_IOERR_NOMEM) {
        continueAsBadAlloc();
    }
    if (primary == SQLITE_INTERRUPT) {
        return {ErrorCode::Cancelled, "loading was cancelled", std::nullopt};
    }
    // A file that is too short is damaged; no read of it failed.
    if (primary == SQLITE_IOERR && vfs.failedReads() > 0) {
        return vfs.lastFailure();
    }
    if (primary == SQLITE_NOTADB) {
        return {ErrorCode::Corrupt,
                "not a readable SQLite database (damaged or encrypted); export it again",
                std::nullopt};
    }
    return {ErrorCode::Corrupt,
            fmt::format("the SQLite database cannot be read: {}; export it again",
                        handle != nullptr ? sqlite3_errmsg(handle) : sqlite3_errstr(code)),
            std::nullopt};
}

bool hasColumn(const Database::Table* table, std::string_view column) {
    return table != nullptr &&
           std::find(table->columns.begin(), table->columns.end(), column) != table->columns.end();
}

tl::unexpected<Error> missing(std::string_view table) {
    return fail(ErrorCode::Corrupt, "the database has no table " + std::string(table));
}

int checkStop(void* stop) {
    return static_cast<const std::stop_token*>(stop)->stop_requested() ? 1 : 0;
}

}  // namespace

struct Database::File {
    File(std::shared_ptr<const RandomAccess> bytes, std::stop_token token)
        : vfs(std::move(bytes)), stop(std::move(token)) {}

    RandomAccessVfs vfs;
    std::stop_token stop;
};

std::string quotedName(std::string_view name) {
    std::string quoted = "\"";
    for (const char c : name) {
        quoted += c == '"' ? "\"\"" : std::string(1, c);
    }
    return quoted + '"';
}

DatabaseQuery::DatabaseQuery(DatabaseQuery&& other) noexcept
    : m_vfs(other.m_vfs),
      m_database(other.m_database),
      m_statement(std::exchange(other.m_statement, nullptr)),
      m_ownsDatabase(std::exchange(other.m_ownsDatabase, false)) {}

DatabaseQuery::~DatabaseQuery() {
    sqlite3_finalize(m_statement);
    if (m_ownsDatabase) {
        sqlite3_close_v2(m_database);
    }
}

Result<bool> DatabaseQuery::next() {
    const int code = sqlite3_step(m_statement);
    if (code == SQLITE_ROW) {
        return true;
    }
    if (code == SQLITE_DONE) {
        return false;
    }
    return tl::unexpected(errorOf(*m_vfs, m_database, code));
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
    return {reinterpret_cast<const char*>(text),
            static_cast<std::size_t>(sqlite3_column_bytes(m_statement, column))};
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
    if (sqlite3_bind_value(statement, parameter, sqlite3_column_value(m_statement, column)) ==
        SQLITE_NOMEM) {
        continueAsBadAlloc();
    }
}

void Database::Closer::operator()(sqlite3* handle) const {
    sqlite3_close_v2(handle);
}

Database::Database(std::unique_ptr<File> file, Handle handle)
    : m_file(std::move(file)), m_handle(std::move(handle)) {}

Database::~Database() = default;

Result<std::shared_ptr<const Database>> Database::open(std::shared_ptr<const RandomAccess> bytes,
                                                       std::stop_token stop) {
    auto file = std::make_unique<File>(std::move(bytes), std::move(stop));
    Result<Handle> handle = connect(*file, SQLITE_OPEN_FULLMUTEX);
    if (!handle) {
        return tl::unexpected(std::move(handle.error()));
    }
    std::shared_ptr<Database> database(new Database(std::move(file), *std::move(handle)));
    if (Result<void> read = database->readSchema(); !read) {
        return tl::unexpected(std::move(read.error()));
    }
    return database;
}

Result<Database::Handle> Database::connect(File& file, int flags) {
    sqlite3* handle = nullptr;
    const int code =
        sqlite3_open_v2(":trace:", &handle, SQLITE_OPEN_READONLY | flags, file.vfs.name().c_str());
    Handle owned(handle);
    if (code != SQLITE_OK) {
        return tl::unexpected(errorOf(file.vfs, handle, code));
    }
    sqlite3_db_config(handle, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
    sqlite3_db_config(handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
    sqlite3_db_config(handle, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, nullptr);
    sqlite3_db_config(handle, SQLITE_DBCONFIG_ENABLE_VIEW, 0, nullptr);
    sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, kMaxValueBytes);
    sqlite3_limit(handle, SQLITE_LIMIT_ATTACHED, 0);
    sqlite3_limit(handle, SQLITE_LIMIT_COLUMN, kMaxColumns);
    sqlite3_progress_handler(handle, kInstructionsPerCheck, checkStop, &file.stop);
    return owned;
}

Result<void> Database::readSchema() {
    Result<DatabaseQuery> names =
        query("SELECT name FROM sqlite_schema WHERE type = 'table' AND rootpage > 0 ORDER BY name");
    if (!names) {
        return tl::unexpected(std::move(names.error()));
    }
    Result<bool> more = names->next();
    for (; more && *more && m_tables.size() < kMaxTables; more = names->next()) {
        m_tables.push_back({std::string(names->text(0)), {}});
    }
    if (!more) {
        return tl::unexpected(std::move(more.error()));
    }
    for (Table& table : m_tables) {
        const Result<DatabaseQuery> row =
            query("SELECT * FROM " + quotedName(table.name) + " LIMIT 0");
        if (!row && row.error().code != ErrorCode::Corrupt) {
            return tl::unexpected(row.error());
        }
        for (int column = 0; row && column < row->columnCount(); ++column) {
            table.columns.push_back(row->columnName(column));
        }
    }
    return {};
}

const RandomAccess& Database::bytes() const {
    return m_file->vfs.bytes();
}

void Database::releaseCache() const {
    sqlite3_db_release_memory(m_handle.get());
}

std::uint64_t Database::failedReads() const {
    return m_file->vfs.failedReads();
}

Result<void> Database::checkReads(std::uint64_t before) const {
    return failedReads() == before ? Result<void>() : tl::unexpected(m_file->vfs.lastFailure());
}

const Database::Table* Database::findTable(std::string_view name) const {
    const auto at = std::lower_bound(
        m_tables.begin(), m_tables.end(), name,
        [](const Table& table, std::string_view wanted) { return table.name < wanted; });
    return at != m_tables.end() && at->name == name ? &*at : nullptr;
}

Result<DatabaseQuery> Database::query(const std::string& sql) const {
    sqlite3_stmt* statement = nullptr;
    const int code = sqlite3_prepare_v2(m_handle.get(), sql.c_str(),
                                        static_cast<int>(sql.size()) + 1, &statement, nullptr);
    if (code != SQLITE_OK) {
        return tl::unexpected(errorOf(m_file->vfs, m_handle.get(), code));
    }
    return DatabaseQuery(m_file->vfs, m_handle.get(), statement);
}

Result<DatabaseQuery> Database::scan(std::string_view table,
                                     std::span<const std::string_view> columns,
                                     std::span<const JoinedTable> joined) const {
    const Table* found = findTable(table);
    if (found == nullptr) {
        return missing(table);
    }
    const ScanSql scan = scanSql(*found, columns, joined);
    return query(fmt::format("SELECT {} FROM {} ORDER BY t0.rowid", scan.values, scan.tables));
}

Result<DatabaseQuery> Database::scanThrough(RowFunction take, std::string_view table,
                                            std::span<const std::string_view> columns,
                                            std::span<const JoinedTable> joined) const {
    const Table* found = findTable(table);
    if (found == nullptr) {
        return missing(table);
    }
    Result<Handle> connected = connect(*m_file, SQLITE_OPEN_NOMUTEX);
    if (!connected) {
        return tl::unexpected(std::move(connected.error()));
    }
    sqlite3* handle = connected->release();
    DatabaseQuery rows(m_file->vfs, handle, nullptr);
    rows.m_ownsDatabase = true;
    const ScanSql scan = scanSql(*found, columns, joined);
    const std::string sql = fmt::format(
        "SELECT 1 FROM {} WHERE t0.rowid BETWEEN ?1 AND ?2 AND take_row({}) ORDER BY t0.rowid",
        scan.tables, scan.values);
    int code = sqlite3_create_function_v2(handle, "take_row", -1, SQLITE_UTF8 | SQLITE_DIRECTONLY,
                                          take.data, take.call, nullptr, nullptr, nullptr);
    if (code == SQLITE_OK) {
        code = sqlite3_prepare_v2(handle, sql.c_str(), static_cast<int>(sql.size()) + 1,
                                  &rows.m_statement, nullptr);
    }
    if (code != SQLITE_OK) {
        return tl::unexpected(errorOf(m_file->vfs, handle, code));
    }
    return rows;
}

Database::ScanSql Database::scanSql(const Table& table, std::span<const std::string_view> columns,
                                    std::span<const JoinedTable> joined) const {
    std::vector<const Table*> tables{&table};
    // By rowid, never by an index: rows come in the order in which they are read.
    ScanSql sql{"t0.rowid", quotedName(table.name) + " t0 NOT INDEXED"};
    const auto addColumn = [&](std::size_t at, std::string_view column) {
        sql.values += hasColumn(tables[at], column)
                          ? fmt::format(", t{}.{}", at, quotedName(column))
                          : std::string(", NULL");
    };
    for (const std::string_view column : columns) {
        addColumn(0, column);
    }
    for (const JoinedTable& other : joined) {
        const auto keyAt = static_cast<std::size_t>(other.keyTable + 1);
        const std::size_t at = tables.size();
        const bool canJoin = hasColumn(tables[keyAt], other.key);
        tables.push_back(canJoin ? findTable(other.table) : nullptr);
        for (const std::string_view column : other.columns) {
            addColumn(at, column);
        }
        if (tables.back() != nullptr) {
            sql.tables +=
                fmt::format(" LEFT JOIN {} t{} ON t{}.rowid = t{}.{}", quotedName(other.table), at,
                            at, keyAt, quotedName(other.key));
        }
    }
    return sql;
}

}  // namespace gaplight
