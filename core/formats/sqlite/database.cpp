// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/sqlite/database.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "core/base/result.h"
#include "core/formats/sqlite/database_connection.h"
#include "core/formats/sqlite/page_trees.h"

namespace gaplight {
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
