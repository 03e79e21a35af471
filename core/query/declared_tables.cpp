// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "core/base/printable_text.h"
#include "core/query/query_table.h"

namespace gaplight {

QueryValue QueryColumn::valueOf(const QueryRow& row) const {
    if (text == nullptr) {
        return value(row);
    }
    const StringId id = text(row);
    return id.isValid() ? QueryValue(row.data.trace().text(id)) : QueryValue();
}

std::span<const QueryTable> queryTables() {
    static const std::vector<QueryTable> kTables = [] {
        std::vector<QueryTable> tables;
        addSliceTables(tables);
        addTrackTables(tables);
        addAnalysisTables(tables);
        addAttachedTables(tables);
        return tables;
    }();
    return kTables;
}

namespace {

bool isSameName(std::string_view a, std::string_view b) {
    return std::ranges::equal(a, b, {}, lowerAscii, lowerAscii);
}

}  // namespace

const QueryTable* findQueryTable(std::string_view name) {
    const auto found = std::ranges::find_if(queryTables(), [&](const QueryTable& table) {
        return isSameName(table.name, name) ||
               (!table.alias.empty() && isSameName(table.alias, name));
    });
    return found == queryTables().end() ? nullptr : &*found;
}

const QueryColumn* findQueryColumn(const QueryTable& table, std::string_view name) {
    const auto found = std::ranges::find_if(
        table.columns, [&](const QueryColumn& column) { return isSameName(column.name, name); });
    return found == table.columns.end() ? nullptr : &*found;
}

std::vector<QueryColumn> withColumns(std::vector<QueryColumn> columns,
                                     std::vector<QueryColumn> more) {
    columns.insert(columns.end(), more.begin(), more.end());
    return columns;
}

std::vector<RowRange> rowsWithin(const QueryBounds& bounds, std::size_t count) {
    const QueryInterval& rows = boundOf(bounds, QueryKey::Row);
    if (rows.isEmpty() || rows.high < 0 || count == 0 ||
        (rows.low > 0 && static_cast<std::size_t>(rows.low) >= count)) {
        return {};
    }
    const std::size_t first = rows.low > 0 ? static_cast<std::size_t>(rows.low) : 0;
    const std::size_t last = std::min(count - 1, static_cast<std::size_t>(rows.high)) + 1;
    return {{first, last}};
}

}  // namespace gaplight
