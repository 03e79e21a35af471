// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/sqlite/table_cutter.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <unordered_set>

#include <fmt/format.h>

#include "core/base/id.h"
#include "core/base/result.h"
#include "core/formats/sqlite/cut_database.h"
#include "core/formats/sqlite/row_scan.h"

namespace gaplight {
namespace {

using Ids = std::unordered_set<std::int64_t, IdHash>;
constexpr std::uint64_t kCopiedRowsPerCheck = 4'096;
constexpr int kFirstColumn = 1;  // the rowid, after the condition; columns follow

std::optional<std::size_t> indexOf(const Database::Table& table, std::string_view column) {
    const auto at = std::find(table.columns.begin(), table.columns.end(), column);
    return column.empty() || at == table.columns.end()
               ? std::nullopt
               : std::optional(static_cast<std::size_t>(at - table.columns.begin()));
}

// The rows of each thread, say, that are next to the range: a state lasts until the next one.
Ids neighborsIn(const Database& source, const CutTable& table, TimeRange range) {
    struct Neighbors {
        std::optional<std::pair<std::int64_t, std::int64_t>> before;  // time, rowid
        std::optional<std::pair<std::int64_t, std::int64_t>> after;
    };
    std::map<std::int64_t, Neighbors> groups;
    const std::vector<std::string_view> columns{table.start, table.neighborsOf};
    (void)forEachRow(source, table.name, columns, [&](const DatabaseQuery& row) {
        const auto time = row.integer(1);
        if (!time) {
            return;
        }
        Neighbors& group = groups[row.integer(2).value_or(0)];
        const std::pair<std::int64_t, std::int64_t> here(*time, row.integer(0).value_or(0));
        if (timeFromNs(*time) < range.begin) {
            group.before = std::max(group.before.value_or(here), here);
        } else if (timeFromNs(*time) >= range.end) {
            group.after = std::min(group.after.value_or(here), here);
        }
    });
    Ids rowids;
    for (const auto& [group, neighbors] : groups) {
        for (const auto& one : {neighbors.before, neighbors.after}) {
            if (one) {
                rowids.insert(one->second);
            }
        }
    }
    return rowids;
}

class DatabaseCut {
public:
    DatabaseCut(const Database& source, const TableRows& rows, const TableCutter::Tables& tables,
                const CutPlan& plan)
        : m_source(source), m_rows(rows), m_tables(tables), m_plan(plan) {}

    Result<CutTotals> run(const TraceCutter::Write& write);

private:
    // What is kept of one table.
    struct Choice {
        const CutTable* cut = nullptr;
        const FollowedTable* followed = nullptr;  // the first of those with the table's name
        Ids neighbors;                            // rowids
        std::optional<std::size_t> start;         // columns (also below)
        std::optional<std::size_t> end;
        std::optional<std::size_t> id;  // of `followed`
    };

    Result<void> addSchema(std::string_view type);
    Result<void> copyRows(const Database::Table& table);
    Result<void> copyRow(const DatabaseQuery& row, const Database::Table& table,
                         const Choice& choice);
    Choice choiceOf(const Database::Table& table) const;
    bool isKept(const DatabaseQuery& row, const Database::Table& table, const Choice& choice) const;
    std::optional<std::int64_t> clipped(const DatabaseQuery& row, const Choice& choice,
                                        std::size_t column) const;
    void noteReferences(const DatabaseQuery& row, const Database::Table& table);
    bool isFollowed(std::string_view table) const;

    const Database& m_source;
    const TableRows& m_rows;
    const TableCutter::Tables& m_tables;
    const CutPlan& m_plan;
    std::unique_ptr<CutDatabase> m_part;
    std::map<std::string, Ids, std::less<>> m_followed;  // by table
    CutTotals m_totals;
    std::uint64_t m_read = 0;
};

bool DatabaseCut::isFollowed(std::string_view table) const {
    return std::any_of(m_tables.followed.begin(), m_tables.followed.end(),
                       [&](const FollowedTable& one) { return one.name == table; });
}

// Statements of the schema: tables first, so that indexes and views find them.
Result<void> DatabaseCut::addSchema(std::string_view type) {
    Result<DatabaseQuery> schema =
        m_source.query(fmt::format("SELECT name, sql FROM sqlite_schema WHERE type = '{}' AND "
                                   "sql IS NOT NULL AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'",
                                   type));
    Result<void> done;
    return forEachResult(std::move(schema),
                         [&](const DatabaseQuery& row) {
                             done = done.and_then([&] { return m_part->addSchema(row.text(1)); });
                         })
        .and_then([&] { return done; });
}

DatabaseCut::Choice DatabaseCut::choiceOf(const Database::Table& table) const {
    Choice choice;
    for (const CutTable& one : m_tables.cut) {
        if (one.name == table.name && indexOf(table, one.start)) {
            choice.cut = &one;
            choice.start = indexOf(table, one.start);
            choice.end = indexOf(table, one.end);
            choice.neighbors =
                one.neighborsOf.empty() ? Ids() : neighborsIn(m_source, one, m_plan.range);
        }
    }
    for (const FollowedTable& one : m_tables.followed) {
        if (one.name == table.name && indexOf(table, one.column)) {
            choice.followed = &one;
            choice.id = indexOf(table, one.column);
        }
    }
    return choice;
}

bool DatabaseCut::isKept(const DatabaseQuery& row, const Database::Table& table,
                         const Choice& choice) const {
    if (choice.followed != nullptr) {
        const auto id = row.integer(kFirstColumn + 1 + static_cast<int>(*choice.id));
        const auto ids = m_followed.find(table.name);
        return id && ids != m_followed.end() && ids->second.contains(*id);
    }
    if (choice.cut == nullptr) {
        return true;
    }
    const auto time = row.integer(kFirstColumn + 1 + static_cast<int>(*choice.start));
    const std::int64_t rowid = row.integer(kFirstColumn).value_or(0);
    if (!time || row.integer(0).value_or(0) != 0 || m_plan.range.contains(timeFromNs(*time)) ||
        choice.neighbors.contains(rowid)) {
        return true;
    }
    const auto event = m_rows.eventOf(table.name, rowid);
    return event && std::binary_search(m_plan.slices.begin(), m_plan.slices.end(), *event);
}

// Start and end of a row within the range; nothing for other columns.
std::optional<std::int64_t> DatabaseCut::clipped(const DatabaseQuery& row, const Choice& choice,
                                                 std::size_t column) const {
    if (!m_plan.clip || choice.cut == nullptr || !choice.end ||
        (column != *choice.start && column != *choice.end)) {
        return std::nullopt;
    }
    const auto time = row.integer(kFirstColumn + 1 + static_cast<int>(column));
    return time ? std::optional(std::clamp(*time, m_plan.range.begin.time_since_epoch().count(),
                                           m_plan.range.end.time_since_epoch().count()))
                : std::nullopt;
}

void DatabaseCut::noteReferences(const DatabaseQuery& row, const Database::Table& table) {
    for (const FollowedTable& one : m_tables.followed) {
        const auto column = one.byTable == table.name ? indexOf(table, one.byColumn) : std::nullopt;
        const auto id =
            column ? row.integer(kFirstColumn + 1 + static_cast<int>(*column)) : std::nullopt;
        if (id) {
            m_followed[one.name].insert(*id);
        }
    }
}

Result<void> DatabaseCut::copyRow(const DatabaseQuery& row, const Database::Table& table,
                                  const Choice& choice) {
    const bool isEvent = choice.cut != nullptr || choice.followed != nullptr;
    if (!isKept(row, table, choice)) {
        ++m_totals.left;
        return {};
    }
    noteReferences(row, table);
    const bool added = TRY(m_part->addRow(
        row, kFirstColumn, [&](std::size_t column) { return clipped(row, choice, column); }));
    m_totals.damaged += added ? 0 : 1;
    m_totals.kept += added && isEvent ? 1 : 0;
    return {};
}

Result<void> DatabaseCut::copyRows(const Database::Table& table) {
    const Choice choice = choiceOf(table);
    std::string sql = "SELECT ";
    sql += choice.cut == nullptr || choice.cut->kept.empty() ? "0" : choice.cut->kept;
    sql += ", rowid";
    for (const std::string& column : table.columns) {
        sql += ", " + quotedName(column);
    }
    Result<DatabaseQuery> rows = m_source.query(sql + " FROM " + quotedName(table.name));
    if (!rows && rows.error().code != ErrorCode::Corrupt) {
        return tl::unexpected(std::move(rows.error()));
    }
    if (!rows || table.columns.empty()) {
        m_totals.isTailLost = true;  // a table without rowids, which no reader reads
        return {};
    }
    if (Result<void> begun = m_part->beginRows(table); !begun) {
        return begun;
    }
    for (;;) {
        const Result<bool> more = rows->next();
        if (!more && more.error().code != ErrorCode::Corrupt) {
            return tl::unexpected(more.error());
        }
        m_totals.isTailLost = m_totals.isTailLost || !more;
        if (!more || !*more) {
            return m_part->endRows();
        }
        if (++m_read % kCopiedRowsPerCheck == 0 && m_plan.stop.stop_requested()) {
            return fail(ErrorCode::Cancelled, "cutting was cancelled");
        }
        if (Result<void> copied = copyRow(*rows, table, choice); !copied) {
            return copied;
        }
    }
}

Result<CutTotals> DatabaseCut::run(const TraceCutter::Write& write) {
    const std::uint64_t failedBefore = m_source.failedReads();
    std::unique_ptr<CutDatabase> part = TRY(CutDatabase::create());
    m_part = std::move(part);
    Result<void> done = addSchema("table");
    // SQLite has tables of its own, which it creates and fills itself.
    const auto isOwn = [](const Database::Table& table) {
        return table.name.starts_with("sqlite_");
    };
    for (const Database::Table& table : m_source.tables()) {
        done = done.and_then(
            [&] { return isOwn(table) ? Result<void>() : m_part->addPlainTable(table); });
    }
    for (const bool follows : {false, true}) {
        for (const Database::Table& table : m_source.tables()) {
            const bool isCopied = isFollowed(table.name) == follows && !isOwn(table);
            done = done.and_then([&] { return isCopied ? copyRows(table) : Result<void>(); });
        }
    }
    done = done.and_then([&] { return addSchema("index"); })
               .and_then([&] { return addSchema("view"); })
               .and_then([&] { return m_source.checkReads(failedBefore); })
               .and_then([&] { return m_part->finish(write); })
               .and_then([&] { return m_source.bytes().checkUnchanged(); });
    return done ? Result<CutTotals>(m_totals) : tl::unexpected(done.error());
}

}  // namespace

std::vector<CutTable> cutTablesOf(std::span<const EventTable> tables) {
    std::vector<CutTable> cut;
    for (const EventTable& table : tables) {
        const auto has = [&](std::string_view column) {
            return std::find(table.columns.begin(), table.columns.end(), column) !=
                   table.columns.end();
        };
        if (has("start") || has("timestamp")) {
            cut.push_back(
                {table.name, has("start") ? "start" : "timestamp", has("end") ? "end" : ""});
        }
    }
    return cut;
}

Result<CutTotals> TableCutter::cut(const CutPlan& plan, const Write& write) const {
    return DatabaseCut(*m_database, m_rows, m_tables, plan).run(write);
}

}  // namespace gaplight
