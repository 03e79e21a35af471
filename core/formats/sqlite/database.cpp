// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/sqlite/database.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "core/base/exhaustion.h"
#include "core/base/quantity_text.h"
#include "core/base/result.h"
#include "core/formats/sqlite/page_trees.h"

namespace gaplight {
namespace {

// SQLite calls the progress handler after so many instructions of its machine: some 50 µs.
constexpr int kInstructionsPerCheck = 10'000;
// What one statement may do (sqlite.org/limits.html). A row takes some bytes of the file, and its
// columns an instruction each; rows that refer to names may have a long one each.
constexpr std::uint64_t kMinInstructions = 10'000'000;
constexpr std::uint64_t kInstructionsPerByte = 64;
constexpr std::uint64_t kMinValueBytes = std::uint64_t{16} << 20U;
constexpr std::uint64_t kValueBytesPerByte = 256;
constexpr int kMaxValueBytes = 64 * 1024 * 1024;
constexpr int kMaxColumns = 500;

// The result codes of SQLite without what it adds to them (sqlite.org/rescode.html#extrc).
int primaryOf(int code) {
    return static_cast<int>(static_cast<unsigned>(code) & 0xffU);
}

int checkWork(void* opened) {
    OpenDatabaseFile& file = *static_cast<OpenDatabaseFile*>(opened);
    return file.stop.stop_requested() || ++file.checks > file.maxChecks ? 1 : 0;
}

// What readers need. A column that a table computes is not stopped here: its functions were
// resolved with the schema, where none is asked for (Database::readColumns()).
int allowReading(void* /*unused*/, int action, const char* first, const char* second,
                 const char* /*database*/, const char* /*trigger*/) {
    constexpr std::array<std::string_view, 4> kFunctions{"count", "glob", "like", kTakeRow};
    switch (action) {
        case SQLITE_SELECT:
        case SQLITE_READ:
            return SQLITE_OK;
        case SQLITE_FUNCTION:
            return std::ranges::find(kFunctions, std::string_view(second)) != kFunctions.end()
                       ? SQLITE_OK
                       : SQLITE_DENY;
        case SQLITE_PRAGMA:
            return first == std::string_view("table_xinfo") ? SQLITE_OK : SQLITE_DENY;
        default:
            return SQLITE_DENY;
    }
}

}  // namespace

OpenDatabaseFile::OpenDatabaseFile(std::shared_ptr<const RandomAccess> bytes, std::stop_token token)
    : vfs(std::move(bytes)),
      stop(std::move(token)),
      maxChecks((kMinInstructions + kInstructionsPerByte * vfs.bytes().size()) /
                kInstructionsPerCheck),
      maxValueBytes(kMinValueBytes + kValueBytesPerByte * vfs.bytes().size()) {}

void CloseDatabase::operator()(sqlite3* handle) const {
    sqlite3_close_v2(handle);
}

Result<DatabaseHandle> connectTo(OpenDatabaseFile& file, int flags) {
    sqlite3* handle = nullptr;
    const int code =
        sqlite3_open_v2(":trace:", &handle, SQLITE_OPEN_READONLY | flags, file.vfs.name().c_str());
    DatabaseHandle owned(handle);
    if (code != SQLITE_OK) {
        return tl::unexpected(errorOf(file, handle, code));
    }
    sqlite3_db_config(handle, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
    sqlite3_db_config(handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
    sqlite3_db_config(handle, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, nullptr);
    sqlite3_db_config(handle, SQLITE_DBCONFIG_ENABLE_VIEW, 0, nullptr);
    sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, kMaxValueBytes);
    sqlite3_limit(handle, SQLITE_LIMIT_ATTACHED, 0);
    sqlite3_limit(handle, SQLITE_LIMIT_COLUMN, kMaxColumns);
    sqlite3_set_authorizer(handle, allowReading, nullptr);
    sqlite3_progress_handler(handle, kInstructionsPerCheck, checkWork, &file);
    return owned;
}

Error tooMuch(std::string_view what, const OpenDatabaseFile& file) {
    return {ErrorCode::Corrupt,
            fmt::format("the SQLite database cannot be read: its rows {} than a file of {} allows; "
                        "export it again",
                        what, countText(file.vfs.bytes().size(), "byte", "bytes")),
            std::nullopt};
}

Error errorOf(const OpenDatabaseFile& file, sqlite3* handle, int code) {
    const int primary = primaryOf(code);
    if (primary == SQLITE_NOMEM || code == SQLITE_IOERR_NOMEM) {
        continueAsBadAlloc();
    }
    if (primary == SQLITE_INTERRUPT && !file.stop.stop_requested()) {
        return tooMuch("take more work", file);
    }
    if (primary == SQLITE_INTERRUPT) {
        return {ErrorCode::Cancelled, "loading was cancelled", std::nullopt};
    }
    // A file that is too short is damaged; no read of it failed.
    if (primary == SQLITE_IOERR && file.vfs.failedReads() > 0) {
        return file.vfs.lastFailure();
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

namespace {

constexpr int kMaxTables = 2'000;

bool hasColumn(const Database::Table* table, std::string_view column) {
    return table != nullptr &&
           std::find(table->columns.begin(), table->columns.end(), column) != table->columns.end();
}

tl::unexpected<Error> missing(std::string_view table) {
    return fail(ErrorCode::Corrupt, "the database has no table " + std::string(table));
}

}  // namespace

std::string quotedName(std::string_view name) {
    std::string quoted = "\"";
    for (const char c : name) {
        quoted += c == '"' ? "\"\"" : std::string(1, c);
    }
    return quoted + '"';
}

Database::Database(std::unique_ptr<OpenDatabaseFile> file, DatabaseHandle handle)
    : m_file(std::move(file)), m_handle(std::move(handle)) {}

Database::~Database() = default;

Result<std::shared_ptr<const Database>> Database::open(std::shared_ptr<const RandomAccess> bytes,
                                                       std::stop_token stop) {
    auto file = std::make_unique<OpenDatabaseFile>(std::move(bytes), std::move(stop));
    TRY(checkTrees(*file));
    DatabaseHandle handle = TRY(connectTo(*file, SQLITE_OPEN_FULLMUTEX));
    std::shared_ptr<Database> database(new Database(std::move(file), std::move(handle)));
    TRY(database->readSchema());
    return database;
}

// Over a connection of its own, so that no page is kept from before the check.
Result<void> Database::checkTrees(OpenDatabaseFile& file) {
    PageTrees trees(file.vfs.bytes());
    if (Result<void> added = trees.add(1, file.stop); !added) {  // the schema
        return added;
    }
    file.vfs.expectLeaves(trees);
    const DatabaseHandle handle = TRY(connectTo(file, SQLITE_OPEN_NOMUTEX));
    DatabaseQuery roots = TRY(
        query(file, handle.get(),
              "SELECT rootpage FROM sqlite_schema WHERE rootpage IS NOT NULL AND rootpage <> 0"));
    for (;;) {
        const bool more = TRY(roots.next());
        if (!more) {
            file.vfs.expectLeaves(trees);
            return {};
        }
        const std::optional<std::int64_t> root = roots.integer(0);
        if (!root || *root < 1) {
            return fail(
                ErrorCode::Corrupt,
                "the SQLite database cannot be read: its schema is damaged; export it again");
        }
        if (Result<void> added = trees.add(static_cast<std::uint64_t>(*root), file.stop); !added) {
            return added;
        }
    }
}

Result<void> Database::readSchema() {
    DatabaseQuery names = TRY(query(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND rootpage > 0 ORDER BY name"));
    Result<bool> more = names.next();
    for (; more && *more && m_tables.size() < kMaxTables; more = names.next()) {
        m_tables.push_back({std::string(names.text(0)), {}});
    }
    if (!more) {
        return tl::unexpected(std::move(more.error()));
    }
    Result<void> done;
    for (Table& table : m_tables) {
        done = done.and_then([&] { return readColumns(table); });
    }
    return done;
}

// None of a table whose definition cannot be read.
Result<void> Database::readColumns(Table& table) const {
    constexpr int kName = 1;
    constexpr int kHidden = 6;  // 2 and 3: a generated column
    Result<DatabaseQuery> rows = query("PRAGMA table_xinfo(" + quotedName(table.name) + ")");
    while (rows) {
        const Result<bool> more = rows->next();
        if (!more && more.error().code != ErrorCode::Corrupt) {
            return tl::unexpected(more.error());
        }
        if (!more || !*more) {
            return {};
        }
        if (rows->integer(kHidden).value_or(0) != 0) {
            return fail(ErrorCode::Corrupt,
                        fmt::format("the SQLite database is not read: its table '{}' computes its "
                                    "column '{}', which no profiler writes",
                                    table.name, rows->text(kName)));
        }
        table.columns.emplace_back(rows->text(kName));
    }
    return rows.error().code == ErrorCode::Corrupt ? Result<void>() : tl::unexpected(rows.error());
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

std::uint64_t Database::maxValueBytes() const {
    return m_file->maxValueBytes;
}

Result<DatabaseQuery> Database::query(const std::string& sql) const {
    return query(*m_file, m_handle.get(), sql);
}

Result<DatabaseQuery> Database::query(OpenDatabaseFile& file, sqlite3* handle,
                                      const std::string& sql) {
    file.checks = 0;
    sqlite3_stmt* statement = nullptr;
    const int code = sqlite3_prepare_v2(handle, sql.c_str(), static_cast<int>(sql.size()) + 1,
                                        &statement, nullptr);
    if (code != SQLITE_OK) {
        return tl::unexpected(errorOf(file, handle, code));
    }
    return DatabaseQuery(file, handle, statement);
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
    DatabaseHandle connected = TRY(connectTo(*m_file, SQLITE_OPEN_NOMUTEX));
    sqlite3* handle = connected.get();
    const ScanSql scan = scanSql(*found, columns, joined);
    const std::string sql = fmt::format(
        "SELECT 1 FROM {} WHERE t0.rowid BETWEEN ?1 AND ?2 AND {}({}) ORDER BY t0.rowid",
        scan.tables, kTakeRow, scan.values);
    const int code =
        sqlite3_create_function_v2(handle, kTakeRow.data(), -1, SQLITE_UTF8 | SQLITE_DIRECTONLY,
                                   take.data, take.call, nullptr, nullptr, nullptr);
    if (code != SQLITE_OK) {
        return tl::unexpected(errorOf(*m_file, handle, code));
    }
    Result<DatabaseQuery> rows = query(*m_file, handle, sql);
    if (rows) {
        rows->m_ownsDatabase = true;
        (void)connected.release();
    }
    return rows;
}

Database::ScanSql Database::scanSql(const Table& table, std::span<const std::string_view> columns,
                                    std::span<const JoinedTable> joined) const {
    std::vector<const Table*> tables{&table};
    // By rowid, never by an index: rows come in the order in which they are read.
    ScanSql sql{"t0.rowid", quotedName(table.name) + " t0 NOT INDEXED"};
    const auto valueOf = [&](std::string_view path) {
        const std::size_t dot = path.rfind('.');
        const auto key = std::ranges::find(joined, path.substr(0, dot), &JoinedTable::key);
        const auto at = dot == path.npos ? 0 : static_cast<std::size_t>(key - joined.begin()) + 1;
        const std::string_view column = path.substr(dot + 1);
        return at < tables.size() && hasColumn(tables[at], column)
                   ? fmt::format("t{}.{}", at, quotedName(column))
                   : "NULL";
    };
    for (const JoinedTable& other : joined) {
        const std::string key = valueOf(other.key);
        const std::size_t at = tables.size();
        tables.push_back(key == "NULL" ? nullptr : findTable(other.table));
        if (tables.back() != nullptr) {
            sql.tables += fmt::format(" LEFT JOIN {} t{} ON t{}.rowid = {}",
                                      quotedName(other.table), at, at, key);
        }
    }
    for (const std::string_view column : columns) {
        sql.values += ", " + valueOf(column);
    }
    return sql;
}

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

}  // namespace gaplight
