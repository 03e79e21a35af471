// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/fleet/summary_rows.h"

#include <vector>

#include <fmt/format.h>

#include "core/base/result.h"

namespace gaplight {
namespace {

// "a, b INTEGER PRIMARY KEY" -> a, b
std::vector<std::string_view> columnsOf(const SummaryTable& table) {
    std::vector<std::string_view> columns;
    std::string_view rest = table.columns;
    while (!rest.empty()) {
        const std::string_view column = rest.substr(0, rest.find(", "));
        columns.push_back(column.substr(0, column.find(' ')));
        rest.remove_prefix(std::min(rest.size(), column.size() + 2));
    }
    return columns;
}

}  // namespace

void SummaryRow::refuse(std::string_view expected) const {
    if (m_problem.empty()) {
        m_problem = fmt::format("table {}, row {}: expected {}", m_table, rowid(), expected);
    }
}

std::int64_t SummaryRow::number(int column, std::int64_t least, std::int64_t most) const {
    const std::optional<std::int64_t> value = m_query.integer(column + 1);
    if (!value || *value < least || *value > most) {
        refuse(fmt::format("{} from {} to {}", m_query.columnName(column + 1), least, most));
        return std::max<std::int64_t>(least, 0);
    }
    return *value;
}

Duration SummaryRow::duration(int column, Duration most) const {
    return Duration(number(column, 0, ns(most)));
}

std::size_t SummaryRow::indexBelow(int column, std::size_t count) const {
    if (count == 0) {
        refuse("no reference to a table without rows");
        return 0;
    }
    return static_cast<std::size_t>(number(column, 0, static_cast<std::int64_t>(count) - 1));
}

std::string SummaryRow::text(int column) const {
    const std::string_view text = m_query.text(column + 1);
    if (text.size() > kMaxTextBytes) {
        refuse("a text of at most 1 MiB");
        return {};
    }
    return std::string(text);
}

Result<void> readRows(const Database& database, const SummaryTable& table, std::size_t maxRows,
                      const std::function<void(const SummaryRow&)>& use) {
    if (database.findTable(table.name) == nullptr) {
        return {};
    }
    DatabaseQuery query = TRY(database.scan(table.name, columnsOf(table)));
    std::string problem;
    const SummaryRow row(query, table.name, problem);
    Result<bool> more = query.next();
    for (std::size_t count = 0; more && *more; more = query.next()) {
        if (++count > maxRows) {
            row.refuse(fmt::format("at most {} rows", maxRows));
        } else {
            use(row);
        }
        if (!problem.empty()) {
            return fail(ErrorCode::Corrupt, problem);
        }
    }
    if (!more) {
        return tl::unexpected(std::move(more.error()));
    }
    return {};
}

}  // namespace gaplight
