// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/query/query_data.h"
#include "core/report/table/table.h"
#include "core/trace/event_details.h"
#include "core/trace/ids.h"

namespace gaplight {

// The tables of queries, each declared once: SQLite reads rows through the declaration, and help,
// completion and errors list it. Nothing is copied: a row is an index, and a cell is computed when
// a query reads it.
//
//     {"step", "iterations of the traced loop", {column...}, count}
//     SELECT id, dur FROM step WHERE id < 3     ─► bounds of the column `id`: [_, 2]
//                                               ─► ranges of rows: [0, 3)
//                                               ─► value(row) of `id` and `dur` for each

// std::monostate: NULL. A view lives as long as the QueryData, or is static.
using QueryValue =
    std::variant<std::monostate, std::int64_t, double, std::string_view, std::string>;

// Where a cell is read from.
struct QueryRow {
    const QueryData& data;
    std::size_t index = 0;     // of the table
    SliceId slice;             // tables of slices, and args: of this row
    const Arg* arg = nullptr;  // args: of this row
};

// What a condition on a column can narrow rows by.
enum class QueryKey : std::uint8_t {
    None,
    Row,       // the number of the row, or of the row's slice in tables of slices
    Track,     // rows of one track follow each other
    Begin,     // ns
    End,       // ns
    Parent,    // of the slice that encloses it directly
    From,      // slice that a flow leaves
    To,        // slice that a flow enters
    Argument,  // of a table that is called as a function: a hidden column
    Count_,
};

struct QueryColumn {
    std::string_view name;
    Unit unit = Unit::Text;
    std::string_view description;  // one sentence without a full stop
    QueryValue (*value)(const QueryRow& row) = nullptr;
    QueryKey key = QueryKey::None;
    bool isHidden = false;  // not of "SELECT *"
    // In place of `value`, for texts of the trace: equality compares ids, sorting counts them.
    StringId (*text)(const QueryRow& row) = nullptr;
    // A small number for each value, ascending with the values: sorting by it counts.
    std::uint32_t (*group)(const QueryRow& row) = nullptr;

    QueryValue valueOf(const QueryRow& row) const;
};

// Inclusive.
struct QueryInterval {
    std::int64_t low = std::numeric_limits<std::int64_t>::min();
    std::int64_t high = std::numeric_limits<std::int64_t>::max();

    bool isEmpty() const { return low > high; }
    bool isPoint() const { return low == high; }
    bool contains(std::int64_t value) const { return low <= value && value <= high; }
};
using QueryBounds = std::array<QueryInterval, static_cast<std::size_t>(QueryKey::Count_)>;

[[nodiscard]] inline const QueryInterval& boundOf(const QueryBounds& bounds, QueryKey key) {
    return bounds[static_cast<std::size_t>(key)];
}

// Rows [first, last).
struct RowRange {
    std::size_t first = 0;
    std::size_t last = 0;
};

struct QueryTable {
    std::string_view name;
    std::string_view description;
    std::vector<QueryColumn> columns;
    std::size_t (*rowCount)(const QueryData& data) = nullptr;
    // Ascending disjoint ranges that have all rows within the bounds, and as few others as it is
    // worth; null: by QueryKey::Row alone.
    std::vector<RowRange> (*narrow)(const QueryData& data, const QueryBounds& bounds) = nullptr;
    // Of a table of slices, the slice of each row, ascending; null: rows are no slices.
    SliceId (*slice)(const QueryData& data, std::size_t index) = nullptr;
    bool hasArgs = false;         // a row for each arg of the slice
    bool isOfRanks = false;       // about all ranks together: the same for each of them
    bool isOfFindings = false;    // empty while rules run
    std::string_view alias = {};  // a second name, as other tools have it
};

// All tables, those of Perfetto first.
[[nodiscard]] std::span<const QueryTable> queryTables();
// By name or alias, ASCII letters of either case; null: there is none.
[[nodiscard]] const QueryTable* findQueryTable(std::string_view name);
// Null: there is none.
[[nodiscard]] const QueryColumn* findQueryColumn(const QueryTable& table, std::string_view name);

// Of `count` rows, those whose number is within the bounds.
[[nodiscard]] std::vector<RowRange> rowsWithin(const QueryBounds& bounds, std::size_t count);

// Columns, and more of them.
[[nodiscard]] std::vector<QueryColumn> withColumns(std::vector<QueryColumn> columns,
                                                   std::vector<QueryColumn> more);

// The args of a set: of the slice of that number, or, beyond the slices, of an instant; none where
// there is no such set. Errors: NotReadable.
[[nodiscard]] Result<std::vector<Arg>> argsOfSet(const QueryData& data, std::int64_t set);
// As Perfetto names it: "args.Trace.x" of "Trace / x".
[[nodiscard]] std::string argKey(const QueryData& data, const Arg& arg);

// Tables by subject, for queryTables().
void addSliceTables(std::vector<QueryTable>& tables);
void addTrackTables(std::vector<QueryTable>& tables);
void addAnalysisTables(std::vector<QueryTable>& tables);
void addAttachedTables(std::vector<QueryTable>& tables);

// "kernel", "memcpy", "cpu_op".
[[nodiscard]] std::string_view sliceKindName(SliceKind kind);

// Values as cells of a row.
[[nodiscard]] inline QueryValue idValue(std::uint32_t id) {
    return id == SliceId::kNone ? QueryValue() : QueryValue(std::int64_t{id});
}
template <class Tag>
[[nodiscard]] QueryValue idValue(Id<Tag> id) {
    return idValue(id.value);
}
template <std::integral Number>
[[nodiscard]] QueryValue countValue(Number count) {
    return static_cast<std::int64_t>(count);
}
// NULL where it is negative: not recorded.
template <class Number>
[[nodiscard]] QueryValue recordedValue(Number number) {
    return number < 0                   ? QueryValue()
           : std::is_integral_v<Number> ? QueryValue(static_cast<std::int64_t>(number))
                                        : QueryValue(static_cast<double>(number));
}
template <class T>
[[nodiscard]] QueryValue optionalValue(const std::optional<T>& value) {
    return value ? QueryValue(*value) : QueryValue();
}
// NULL where it is empty.
[[nodiscard]] inline QueryValue textValue(std::string_view text) {
    return text.empty() ? QueryValue() : QueryValue(text);
}

}  // namespace gaplight
