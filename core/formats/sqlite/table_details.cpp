// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/sqlite/table_details.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace gaplight {

std::size_t TableRows::add(std::string table, std::span<const Block> blocks) {
    constexpr std::uint64_t kEnd = (std::uint64_t{1} << EventId::kBits) - 1;
    std::uint64_t left = std::min(kMaxRows, kEnd - m_next);
    m_tables.push_back(std::move(table));
    for (const Block& block : blocks) {
        const std::uint64_t wanted =
            static_cast<std::uint64_t>(block.last) - static_cast<std::uint64_t>(block.first) + 1;
        const std::uint64_t size = std::min(wanted, left);
        if (size > 0) {
            m_ranges.push_back({m_tables.size() - 1, block.first, m_next, size});
        }
        m_next += size;
        left -= size;
    }
    return m_tables.size() - 1;
}

std::optional<EventId> TableRows::eventOf(std::size_t table, std::int64_t rowid) const {
    const auto after =
        std::upper_bound(m_ranges.begin(), m_ranges.end(), std::pair(table, rowid),
                         [](const auto& wanted, const Range& range) {
                             return wanted < std::pair(range.table, range.firstRowid);
                         });
    if (after == m_ranges.begin() || std::prev(after)->table != table) {
        return std::nullopt;
    }
    const Range& range = *std::prev(after);
    const std::uint64_t offset =
        static_cast<std::uint64_t>(rowid) - static_cast<std::uint64_t>(range.firstRowid);
    return offset < range.size ? std::optional(EventId(range.first + offset)) : std::nullopt;
}

std::optional<TableRows::Row> TableRows::rowOf(EventId event) const {
    const auto after = std::upper_bound(
        m_ranges.begin(), m_ranges.end(), event.number(),
        [](std::uint64_t number, const Range& range) { return number < range.first; });
    if (after == m_ranges.begin() || event.number() >= m_next) {
        return std::nullopt;
    }
    const Range& range = *std::prev(after);
    return Row{m_tables[range.table],
               range.firstRowid + static_cast<std::int64_t>(event.number() - range.first)};
}

Result<std::vector<Arg>> TableDetails::args(EventId event) const {
    std::vector<Arg> args;
    const std::optional<TableRows::Row> row = m_rows.rowOf(event);
    if (!row) {
        return args;
    }
    const std::uint64_t failedBefore = m_database->failedReads();
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
            std::string text = m_reference(row->table, arg.path, *value);
            arg.value = text.empty() ? arg.value : std::move(text);
        }
    }
    if (Result<void> read = m_database->checkReads(failedBefore); !read) {  // of a text, that is
        return tl::unexpected(std::move(read.error()));
    }
    return args;
}

}  // namespace gaplight
