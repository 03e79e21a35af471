// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/sqlite/row_scan.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <new>
#include <optional>
#include <utility>

#include <sqlite3.h>

#include "core/base/result.h"
#include "core/formats/launcher_rank.h"

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

Result<RowScan> RowScan::open(const Database& database, std::string_view table,
                              std::span<const std::string_view> columns,
                              std::span<const Database::JoinedTable> joined) {
    auto target = std::make_unique<Target>(Target{nullptr, database.maxValueBytes()});
    const auto take = [](sqlite3_context* context, int count, sqlite3_value** values) {
        Target& to = *static_cast<Target*>(sqlite3_user_data(context));
        const std::uint64_t before = to.block->byteCount();
        try {
            to.block->add({values, static_cast<std::size_t>(count)});
        } catch (const std::bad_alloc&) {  // must not pass through SQLite
            sqlite3_result_error_nomem(context);
            return;
        }
        const std::uint64_t added = to.block->byteCount() - before;
        if (added > to.bytesLeft) {
            sqlite3_result_error(context, "its rows have more text than the file allows", -1);
            return;
        }
        to.bytesLeft -= added;
        sqlite3_result_int(context, to.block->isFull() ? 1 : 0);
    };
    DatabaseQuery rows = TRY(database.scanThrough({take, target.get()}, table, columns, joined));
    return RowScan(std::move(target), std::move(rows));
}

void RowScan::begin(std::int64_t first, std::int64_t last) {
    m_rows.reset();
    m_rows.bind(1, first);
    m_rows.bind(2, last);
}

Result<bool> RowScan::fill(RowBlock& block) {
    m_target->block = &block;
    return m_rows.next();
}

}  // namespace gaplight
