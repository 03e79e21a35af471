// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include <nlohmann/json.hpp>

#include "core/base/time.h"
#include "core/detectors/engine/finding_values.h"
#include "core/report/text/report_page.h"

namespace gaplight {

// A result as rows with typed columns, declared once: reports, the window and other programs read
// the same declaration.
//
//     constexpr std::array kColumns{
//         ColumnOf<Operation>("kind", "operation", Unit::Code, [](auto& row) { return row.kind; }),
//         ColumnOf<Operation>("wait_ns", "waits", Unit::Nanoseconds, [](auto& row) { return
//         row.wait;
//         }),
//     };
//     const Table table = tableOf(kColumns, rows);

// std::monostate: not known.
using CellValue = std::variant<std::monostate, std::int64_t, Duration, ShareValue, ByteCount,
                               ByteRate, double, std::string, std::vector<std::uint32_t>>;

// What a column's values are, which decides their text and their alignment.
enum class Unit : std::uint8_t {
    Text,         // std::string, literal
    Prose,        // std::string with code between backticks
    Code,         // std::string
    Number,       // std::int64_t that numbers something: a rank, a step
    Count,        // std::int64_t
    Nanoseconds,  // Duration
    Moment,       // Duration since the trace's start; sorted from the first on
    Bytes,        // ByteCount
    Share,        // ShareValue, or the ratio as a double
    Factor,       // double
    Rate,         // ByteRate, or bytes a second as a double
    Histogram,    // std::vector<std::uint32_t>: counts of equal bins; the window alone draws them
};

struct TableColumn {
    std::string_view key;    // in CSV and JSON, with its unit: "wait_ns"; empty: shown only
    std::string_view title;  // heading; empty: for other programs only
    Unit unit = Unit::Text;
    std::size_t widest = 0;  // of a text in characters, for a terminal; 0: any
};

struct CellRow {
    std::vector<CellValue> cells;  // by column
    std::int64_t target = -1;      // what the row is about, by the table's own numbers; -1: nothing
    std::string swatch = {};       // roleName() of a color in front of the row; empty: none
};

struct Table {
    std::vector<TableColumn> columns;
    std::vector<CellRow> rows;
};

// Values as cells: integers as std::int64_t, texts as std::string, an empty optional as not known.
template <class T>
[[nodiscard]] CellValue toCell(T value) {
    if constexpr (std::is_integral_v<T>) {
        return static_cast<std::int64_t>(value);
    } else if constexpr (std::is_convertible_v<T, std::string_view>) {
        return std::string(value);
    } else {
        return CellValue(std::move(value));
    }
}
template <class T>
[[nodiscard]] CellValue toCell(const std::optional<T>& value) {
    return value ? toCell(*value) : CellValue();
}

// One column of rows of a type. `getter` is a lambda without captures.
template <class Row>
struct ColumnOf {
    TableColumn column;
    CellValue (*value)(const Row& row);

    template <class Getter>
    constexpr ColumnOf(std::string_view key, std::string_view title, Unit unit, Getter /*getter*/,
                       std::size_t widest = 0)
        : column{key, title, unit, widest},
          value([](const Row& row) { return toCell(Getter{}(row)); }) {}
};

// The cells of rows, which are containers of Row. O(rows * columns).
template <class Columns, class Rows>
[[nodiscard]] Table tableOf(const Columns& columns, const Rows& rows) {
    Table table;
    for (const auto& one : columns) {
        table.columns.push_back(one.column);
    }
    for (const auto& row : rows) {
        CellRow& added = table.rows.emplace_back();
        added.cells.reserve(table.columns.size());
        for (const auto& one : columns) {
            added.cells.push_back(one.value(row));
        }
    }
    return table;
}

// `value`, or empty where it is not known.
template <class T>
[[nodiscard]] std::optional<T> knownIf(bool isKnown, T value) {
    return isKnown ? std::optional<T>(std::move(value)) : std::nullopt;
}

// Whether numbers of a unit are aligned at their last digit, and sorted from the largest on first.
[[nodiscard]] bool isNumeric(Unit unit);

// A value as people read it: "1.20 ms", "12.3 %", "–". Empty of a histogram.
[[nodiscard]] std::string cellText(Unit unit, const CellValue& value);

// Negative, 0 or positive, as a column is sorted; texts without case. Values that are not known
// come last in either direction, so that the direction is an argument.
[[nodiscard]] int compareCells(const CellValue& a, const CellValue& b, bool isDescending);

// Columns with a title, for a page of any style.
[[nodiscard]] PageTable pageTable(const Table& table,
                                  std::size_t maxRows = std::numeric_limits<std::size_t>::max());
// The same as a Markdown table alone.
[[nodiscard]] std::string tableMarkdown(const Table& table);
// Columns with a key. Times in ns, bytes, shares as ratios with six decimals; empty where not
// known.
[[nodiscard]] std::string tableCsv(const Table& table);
// The columns with a key of one row as an object; null where not known.
[[nodiscard]] nlohmann::ordered_json rowJson(const Table& table, std::size_t row);
// All rows.
[[nodiscard]] nlohmann::ordered_json tableJson(const Table& table);

}  // namespace gaplight
