// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/formats/sqlite/database.h"
#include "core/formats/sqlite/table_details.h"

namespace gaplight {

using TakeRow = std::function<void(const DatabaseQuery& row)>;

// Calls `take` with each row of a result. Errors: that of `rows`, Corrupt, Cancelled.
Result<void> forEachResult(Result<DatabaseQuery> rows, const TakeRow& take);
// Calls `take` with each row of a table, if the database has it; column 1 is the first of
// `columns`.
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

}  // namespace gaplight
