// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/sqlite/row_queries.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>

#include "core/base/result.h"
#include "core/formats/metadata_json.h"

namespace gaplight {
namespace {

// The value of a query with one integer; empty where there is no row.
std::optional<std::int64_t> integerOf(const Database& database, const std::string& sql,
                                      std::int64_t parameter) {
    Result<DatabaseQuery> query = database.query(sql);
    if (!query) {
        return std::nullopt;
    }
    query->bind(1, parameter);
    return query->next().value_or(false) ? query->integer(0) : std::nullopt;
}

}  // namespace

Result<void> forEachResult(Result<DatabaseQuery> rows, const TakeRow& take) {
    if (!rows) {
        return tl::unexpected(std::move(rows.error()));
    }
    for (;;) {
        const bool more = TRY(rows->next());
        if (!more) {
            return {};
        }
        take(*rows);
    }
}

Result<void> forEachRow(const Database& database, std::string_view table,
                        std::span<const std::string_view> columns, const TakeRow& take) {
    return database.findTable(table) == nullptr
               ? Result<void>()
               : forEachResult(database.scan(table, columns), take);
}

std::vector<TableRows::Block> rowBlocks(const Database& database, std::string_view table) {
    constexpr std::int64_t kLowerBits = 0xffff'ffff;
    const std::string rows = "SELECT rowid FROM " + quotedName(table) + " WHERE rowid ";
    std::vector<TableRows::Block> blocks;
    std::int64_t from = std::numeric_limits<std::int64_t>::min();
    while (blocks.size() < kMaxBlocks) {
        const auto first = integerOf(database, rows + ">= ?1 ORDER BY rowid LIMIT 1", from);
        if (!first) {
            break;
        }
        const std::int64_t end = *first | kLowerBits;
        // Rows of one process, numbered from 1, are events of the same numbers.
        const std::int64_t begin = end == kLowerBits ? 0 : *first;
        const auto last = integerOf(database, rows + "<= ?1 ORDER BY rowid DESC LIMIT 1", end);
        blocks.push_back({begin, std::max(last.value_or(*first), *first)});
        if (end == std::numeric_limits<std::int64_t>::max()) {
            break;
        }
        from = end + 1;
    }
    return blocks;
}

std::string countRows(const Database& database, std::span<const std::string_view> tables,
                      const RowCounts& known) {
    std::map<std::string, std::uint64_t> counts;
    for (const std::string_view table : tables) {
        if (database.findTable(table) == nullptr) {
            continue;
        }
        if (const auto count = known.find(table); count != known.end()) {
            if (count->second > 0) {
                counts[std::string(table)] = count->second;
            }
            continue;
        }
        Result<DatabaseQuery> query = database.query("SELECT count(*) FROM " + quotedName(table));
        const std::int64_t rows =
            query && query->next().value_or(false) ? query->integer(0).value_or(0) : 0;
        if (rows > 0) {
            counts[std::string(table)] = static_cast<std::uint64_t>(rows);
        }
    }
    return metadataJson(counts);
}

std::string countOtherRows(const Database& database, std::span<const std::string_view> tables) {
    std::vector<std::string_view> others;
    for (const Database::Table& table : database.tables()) {
        if (!table.name.starts_with("sqlite_") &&
            std::find(tables.begin(), tables.end(), table.name) == tables.end()) {
            others.push_back(table.name);
        }
    }
    return countRows(database, others);
}

}  // namespace gaplight
