// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/formats/sqlite/database.h"
#include "core/formats/sqlite/row_batch.h"
#include "core/formats/sqlite/table_details.h"

namespace gaplight {

using TakeRow = std::function<void(const DatabaseQuery& row)>;

// Calls `take` with each row of a result. Errors: that of `rows`, Corrupt, Cancelled.
Result<void> forEachResult(Result<DatabaseQuery> rows, const TakeRow& take);
// Calls `take` with each row of Database::scan(), if the database has the table.
Result<void> forEachRow(const Database& database, std::string_view table,
                        std::span<const std::string_view> columns, const TakeRow& take);

// The blocks of rowids that a table uses, ascending; at most kMaxBlocks. O(blocks * log(rows)).
inline constexpr std::size_t kMaxBlocks = 1024;
[[nodiscard]] std::vector<TableRows::Block> rowBlocks(const Database& database,
                                                      std::string_view table);

// Rows of tables, where they are known.
using RowCounts = std::map<std::string, std::uint64_t, std::less<>>;

// Rows of each of the tables that has any, as a JSON object. O(rows that are not known).
[[nodiscard]] std::string countRows(const Database& database,
                                    std::span<const std::string_view> tables,
                                    const RowCounts& known = {});
// The same of all tables but these and SQLite's own.
[[nodiscard]] std::string countOtherRows(const Database& database,
                                         std::span<const std::string_view> tables);

// The rows of a table in ranges of rowids, over a connection of its own: other threads can read
// other rows at the same time. Opening it reads the schema once more.
//
// SQLite gives rows one at a time to its caller, and the values of each one at a time. Here it
// calls a function with all values of a row instead, in one statement for thousands of rows:
//
//     SELECT 1 FROM t WHERE rowid BETWEEN ?1 AND ?2 AND take_row(rowid, start, "end") ORDER BY
//     rowid
//
// where take_row() adds the row to a block and is true when that is full. That takes a fifth less
// time than a result row for each.
class RowScan {
public:
    // Columns as of Database::scan(). The database must outlive this. Errors: Corrupt (also: no
    // such table).
    [[nodiscard]] static Result<RowScan> open(const Database& database, std::string_view table,
                                              std::span<const std::string_view> columns,
                                              std::span<const Database::JoinedTable> joined);

    // Goes to the rows whose rowids are from `first` to `last`.
    void begin(std::int64_t first, std::int64_t last);
    // Adds the next rows to an empty block; false: there are no others after them. Errors:
    // Corrupt, Cancelled; rows before the damage are in the block.
    [[nodiscard]] Result<bool> fill(RowBlock& block);

private:
    struct Target {
        RowBlock* block = nullptr;
        std::uint64_t bytesLeft = 0;  // Database::maxValueBytes() at first
    };
    explicit RowScan(std::unique_ptr<Target> target, DatabaseQuery rows)
        : m_target(std::move(target)), m_rows(std::move(rows)) {}

    std::unique_ptr<Target> m_target;  // outlives the connection
    DatabaseQuery m_rows;
};

}  // namespace gaplight
