// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <atomic>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "core/base/result.h"
#include "core/formats/sqlite/random_access_vfs.h"
#include "core/io/byte_source.h"

struct sqlite3;
struct sqlite3_context;
struct sqlite3_stmt;
struct sqlite3_value;

namespace gaplight {

struct OpenDatabaseFile;

struct CloseDatabase {
    void operator()(sqlite3* handle) const;
};
using DatabaseHandle = std::unique_ptr<sqlite3, CloseDatabase>;

inline constexpr int kRowid = 0;  // the first column of Database::scan()

// Names of the columns after that. kKernel["gridX"] is the number of one of them in the rows, found
// by the compiler: a name that is not there does not compile.
template <std::size_t N>
struct ColumnNames : std::array<std::string_view, N> {
    constexpr explicit ColumnNames(std::convertible_to<std::string_view> auto... names)
        : std::array<std::string_view, N>{names...} {}
    consteval int operator[](std::string_view name) const {
        int column = kRowid + 1;
        while (this->data()[column - 1] != name) {
            ++column;
        }
        return column;
    }
    // These, and others after them.
    consteval auto with(std::convertible_to<std::string_view> auto... others) const {
        return std::apply(
            [&](auto... own) { return ColumnNames<N + sizeof...(others)>(own..., others...); },
            static_cast<const std::array<std::string_view, N>&>(*this));
    }
    operator std::vector<std::string_view>() const { return {this->begin(), this->end()}; }
};
template <std::convertible_to<std::string_view>... Name>
ColumnNames(Name...) -> ColumnNames<sizeof...(Name)>;

// A running SELECT of a Database, which must outlive it. One thread. Memory that SQLite is refused
// is thrown as std::bad_alloc (core/base/exhaustion.h), by every function here and of Database.
class DatabaseQuery {
public:
    DatabaseQuery(DatabaseQuery&& other) noexcept;
    DatabaseQuery& operator=(DatabaseQuery&&) = delete;
    ~DatabaseQuery();

    // Goes to the first, then the next row; false after the last. Errors: Corrupt (also: more work
    // or values than a database of its size has), NotReadable (a read of the file failed),
    // Cancelled.
    [[nodiscard]] Result<bool> next();

    bool isNull(int column) const;
    // Empty where the value is no integer (null, a text, a real).
    std::optional<std::int64_t> integer(int column) const;
    // Empty where the value is no number.
    std::optional<double> number(int column) const;
    // Empty where the value is no text; valid until next().
    std::string_view text(int column) const;
    // Empty where the value is no blob; valid until next().
    std::string_view blob(int column) const;
    // Any value for display: "3 bytes" for a blob, empty for null.
    std::string displayText(int column) const;
    int columnCount() const;
    std::string columnName(int column) const;
    void bind(int parameter, std::int64_t value);
    // Back before the first row, for other bound values.
    void reset();

private:
    friend class Database;
    DatabaseQuery(const OpenDatabaseFile& file, sqlite3* database, sqlite3_stmt* statement)
        : m_file(&file), m_database(database), m_statement(statement) {}

    const OpenDatabaseFile* m_file;
    sqlite3* m_database;
    sqlite3_stmt* m_statement;
    bool m_ownsDatabase = false;             // a connection of its own
    mutable std::uint64_t m_valueBytes = 0;  // of texts and blobs that were read
};

// An SQLite database of unknown origin, read through `bytes` alone: no file is opened, locked or
// written, a journal or `-wal` beside it is not looked at, and nothing in it is executed but
// SELECTs of tables (views, triggers and virtual tables count as absent; no extensions, no
// functions in schemas; a table with computed columns is refused). What a statement does is in
// proportion to the file: each page is part of one tree (PageTrees), and the instructions of a
// statement and the bytes of its values are bounded. Threads may share it if each has a query of
// its own.
class Database {
public:
    // Reads the inner pages of all tables. Errors: Corrupt (not a database, damaged, encrypted,
    // with computed columns), NotReadable, Cancelled.
    [[nodiscard]] static Result<std::shared_ptr<const Database>> open(
        std::shared_ptr<const RandomAccess> bytes, std::stop_token stop = {});
    ~Database();
    Database(const Database&) = delete;
    Database& operator=(const Database&) = delete;

    // By name, with their columns; ascending.
    struct Table {
        std::string name;
        std::vector<std::string> columns;
    };
    std::span<const Table> tables() const { return m_tables; }
    const Table* findTable(std::string_view name) const;

    const RandomAccess& bytes() const;
    // Frees pages that are kept for later queries, up to 2 MB.
    void releaseCache() const;

    // Reads of the file that failed since it was opened.
    std::uint64_t failedReads() const;
    // Errors: NotReadable: a read failed since there were `before` of them. To be called behind
    // work that takes the error of a query for the end of its rows, as damage is: what a failed
    // read left out is not in the file's content, and nothing else reports it.
    [[nodiscard]] Result<void> checkReads(std::uint64_t before = 0) const;

    // Bytes of texts and blobs that one statement may give: many rows may refer to one long name.
    std::uint64_t maxValueBytes() const;

    // Prepares one SELECT, with no functions but count(), GLOB and LIKE. Errors: Corrupt,
    // NotReadable, Cancelled.
    [[nodiscard]] Result<DatabaseQuery> query(const std::string& sql) const;
    // A table that the rows of another refer to by its rowid.
    struct JoinedTable {
        std::string table;
        std::string_view key;  // the column that holds the rowid, as below
    };
    // rowid and `columns` of all rows of a table, by rowid; null where a table lacks a column, or
    // there is no such row or table. "event_id.stack_id" is the column stack_id of the table that
    // is joined by the key "event_id". O(rows), each joined table O(log(its rows)) per row. Errors:
    // Corrupt (also: no such table).
    [[nodiscard]] Result<DatabaseQuery> scan(std::string_view table,
                                             std::span<const std::string_view> columns,
                                             std::span<const JoinedTable> joined = {}) const;
    // A function of SQL, and what sqlite3_user_data() gives it.
    struct RowFunction {
        void (*call)(sqlite3_context* context, int count, sqlite3_value** values) = nullptr;
        void* data = nullptr;
    };
    // Calls `take` with these columns of each row whose rowid is from parameter 1 to parameter 2,
    // over a connection of its own; a row of the result for each call that was true. (Schemas
    // cannot call it.)
    [[nodiscard]] Result<DatabaseQuery> scanThrough(RowFunction take, std::string_view table,
                                                    std::span<const std::string_view> columns,
                                                    std::span<const JoinedTable> joined) const;

private:
    Database(std::unique_ptr<OpenDatabaseFile> file, DatabaseHandle handle);
    static Result<void> checkTrees(OpenDatabaseFile& file);
    static Result<DatabaseQuery> query(OpenDatabaseFile& file, sqlite3* handle,
                                       const std::string& sql);
    Result<void> readSchema();
    Result<void> readColumns(Table& table) const;
    // The SELECT list and the FROM clause of a scan.
    struct ScanSql {
        std::string values;
        std::string tables;
    };
    ScanSql scanSql(const Table& table, std::span<const std::string_view> columns,
                    std::span<const JoinedTable> joined) const;

    std::unique_ptr<OpenDatabaseFile> m_file;
    DatabaseHandle m_handle;
    std::vector<Table> m_tables;
};

// "name" in double quotes, as SQL wants it.
[[nodiscard]] std::string quotedName(std::string_view name);

// What all connections to a database share.
struct OpenDatabaseFile {
    OpenDatabaseFile(std::shared_ptr<const RandomAccess> bytes, std::stop_token token);

    RandomAccessVfs vfs;
    std::stop_token stop;
    // What a statement may do: instructions of SQLite's machine, in steps of some thousand, and
    // bytes of texts and blobs. In proportion to the file.
    std::uint64_t maxChecks;
    std::uint64_t maxValueBytes;
    std::atomic<std::uint64_t> checks = 0;  // of all statements since one was prepared last
};

// The SQL function by which a statement of Database::scanThrough() hands over each row.
inline constexpr std::string_view kTakeRow = "take_row";

// A connection that runs SELECTs of tables with the functions that readers use, and nothing else.
// `flags`: of sqlite3_open_v2(). Errors: of errorOf().
[[nodiscard]] Result<DatabaseHandle> connectTo(OpenDatabaseFile& file, int flags);

// The error of a result code of SQLite: Cancelled, NotReadable, Corrupt. Throws std::bad_alloc.
[[nodiscard]] Error errorOf(const OpenDatabaseFile& file, sqlite3* handle, int code);
// `what`: what its rows do more than the file allows.
[[nodiscard]] Error tooMuch(std::string_view what, const OpenDatabaseFile& file);

}  // namespace gaplight
