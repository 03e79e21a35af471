// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/sqlite/table_details.h"

#include <algorithm>

namespace gaplight {

std::size_t TableRows::add(std::string table, std::int64_t maxRowid) {
    constexpr std::uint64_t kEnd = (std::uint64_t{1} << EventId::kBits) - 1;
    const std::uint64_t wanted = maxRowid < 0 ? 0 : static_cast<std::uint64_t>(maxRowid) + 1;
    const std::uint64_t size = std::min({wanted, kMaxRows, kEnd - m_next});
    m_ranges.push_back({std::move(table), m_next, size});
    m_next += size;
    return m_ranges.size() - 1;
}

std::optional<EventId> TableRows::eventOf(std::size_t table, std::int64_t rowid) const {
    const Range& range = m_ranges[table];
    if (rowid < 0 || static_cast<std::uint64_t>(rowid) >= range.size) {
        return std::nullopt;
    }
    return EventId(range.first + static_cast<std::uint64_t>(rowid));
}

std::optional<TableRows::Row> TableRows::rowOf(EventId event) const {
    const auto after = std::upper_bound(
        m_ranges.begin(), m_ranges.end(), event.number(),
        [](std::uint64_t number, const Range& range) { return number < range.first; });
    for (auto at = after; at != m_ranges.begin();) {
        --at;
        if (at->size > 0) {
            const std::uint64_t rowid = event.number() - at->first;
            return rowid < at->size
                       ? std::optional(Row{at->table, static_cast<std::int64_t>(rowid)})
                       : std::nullopt;
        }
    }
    return std::nullopt;
}

Result<std::vector<Arg>> TableDetails::args(EventId event) const {
    std::vector<Arg> args;
    const std::optional<TableRows::Row> row = m_rows.rowOf(event);
    if (!row) {
        return args;
    }
    Result<DatabaseQuery> query =
        m_database->query("SELECT * FROM " + quotedName(row->table) + " WHERE rowid = ?1");
    if (!query) {
        return fail(ErrorCode::NotReadable, query.error().message);
    }
    query->bind(1, row->rowid);
    const Result<bool> found = query->next();
    if (!found) {
        return fail(ErrorCode::NotReadable, found.error().message);
    }
    for (int column = 0; *found && column < query->columnCount(); ++column) {
        if (query->isNull(column)) {
            continue;
        }
        Arg& arg = args.emplace_back(Arg{query->columnName(column), query->displayText(column)});
        if (const std::optional<std::int64_t> value = query->integer(column)) {
            std::string text = m_reference(arg.path, *value);
            arg.value = text.empty() ? arg.value : std::move(text);
        }
    }
    return args;
}

}  // namespace gaplight
