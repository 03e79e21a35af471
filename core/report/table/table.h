// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
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
//     const Table table = tableOf(
//         operations, column("kind", "operation", Unit::Code, &Operation::kind),
//         column("wait_ns", "waits", Unit::Nanoseconds, [](auto& row) { return row.wait; }));

// A number with a text of its own: "+1.20 MB", "×12".
struct FigureValue {
    double number = 0;  // in the base unit of what it counts
    std::string text;
};

// std::monostate: not known. JSON: of a column for other programs alone.
using CellValue =
    std::variant<std::monostate, std::int64_t, Duration, ShareValue, ByteCount, ByteRate, double,
                 FigureValue, std::string, std::vector<std::uint32_t>, nlohmann::ordered_json>;

// What a column's values are, which decides their text and their alignment.
enum class Unit : std::uint8_t {
    Heading,      // std::string: the window shows it above the rows that follow each other with it
    Text,         // std::string, literal
    Prose,        // std::string with code between backticks
    Code,         // std::string
    Figure,       // FigureValue, or std::string
    Number,       // std::int64_t that numbers something: a rank, a step
    Count,        // std::int64_t
    Nanoseconds,  // Duration
    SinceStart,   // Duration since the trace's start; sorted from the first on
    Bytes,        // ByteCount, or std::int64_t
    Share,        // ShareValue, or the ratio as a double
    Estimate,     // a ratio as a double, shown without decimals
    Factor,       // double
    Rate,         // ByteRate, or bytes a second as a double
    Histogram,    // std::vector<std::uint32_t>: counts of equal bins; the window alone draws them
};

// How a column is shown: its unit, or {unit, widest, unknown}.
struct ColumnForm {
    constexpr ColumnForm(Unit ofUnit, std::size_t widestText = 0,
                         std::string_view textOfUnknown = kNoValue)
        : unit(ofUnit), widest(widestText), unknown(textOfUnknown) {}

    Unit unit;
    std::size_t widest;        // of a text in characters, for a terminal; 0: any
    std::string_view unknown;  // text of what is not known
};

struct TableColumn : ColumnForm {
    std::string_view key;    // in CSV and JSON, with its unit: "wait_ns"; empty: shown only
    std::string_view title;  // heading; empty: for other programs only
};

struct CellRow {
    std::vector<CellValue> cells;  // by column
    std::int64_t target = -1;      // what the row is about, by the table's own numbers; -1: nothing
    // In front of the row: roleName() of a color, or its hue in degrees (-1: gray); empty: nothing.
    std::string swatch = {};
    std::string tip = {};  // what no cell has room for; a filter finds it too
    int change = 0;        // -1: better than before, 1: worse
};

struct Table {
    std::vector<TableColumn> columns;
    std::vector<CellRow> rows;
};

// Values as cells: integers as std::int64_t, texts as std::string, a flag as JSON, an empty
// optional as not known.
template <class T>
[[nodiscard]] CellValue toCell(T value) {
    if constexpr (std::is_same_v<T, bool> || std::is_same_v<T, nlohmann::ordered_json>) {
        return CellValue(std::in_place_type<nlohmann::ordered_json>, std::move(value));
    } else if constexpr (std::is_integral_v<T>) {
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

template <class Getter>
struct ColumnOf {
    TableColumn column;
    Getter value;
};

// `value`: a member of the row's type, or a function of the row; toCell() of what it returns.
template <class Getter>
[[nodiscard]] ColumnOf<Getter> column(std::string_view key, std::string_view title, ColumnForm form,
                                      Getter value) {
    return {{form, key, title}, std::move(value)};
}

// The cells of rows, a container. O(rows * columns).
template <class Rows, class... Getters>
[[nodiscard]] Table tableOf(const Rows& rows, const ColumnOf<Getters>&... columns) {
    Table table{{columns.column...}, {}};
    for (const auto& row : rows) {
        CellRow& added = table.rows.emplace_back();
        added.cells.reserve(sizeof...(columns));
        (added.cells.push_back(toCell(std::invoke(columns.value, row))), ...);
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

// A value as people read it: "1.20 ms", "12.3 %"; `unknown` where it is not known. Empty of a
// histogram, and of JSON.
[[nodiscard]] std::string cellText(Unit unit, const CellValue& value,
                                   std::string_view unknown = kNoValue);

// Negative, 0 or positive, as a column is sorted; texts as precedesInList(). Values that are not
// known come last in either direction, so that the direction is an argument.
[[nodiscard]] int compareCells(const CellValue& a, const CellValue& b, bool isDescending);

inline constexpr std::size_t kAllRows = std::numeric_limits<std::size_t>::max();

// Columns with a title, for a page of any style.
[[nodiscard]] PageTable pageTable(const Table& table, std::size_t maxRows = kAllRows);
// The same as a Markdown table alone.
[[nodiscard]] std::string tableMarkdown(const Table& table);
// Columns with a key. Times in ns, bytes, shares as ratios with six decimals; empty where not
// known.
[[nodiscard]] std::string tableCsv(const Table& table);
// The columns with a key of one row as an object; null where not known.
[[nodiscard]] nlohmann::ordered_json rowJson(const Table& table, std::size_t row);
// The first rows as an array.
[[nodiscard]] nlohmann::ordered_json tableJson(const Table& table, std::size_t maxRows = kAllRows);

}  // namespace gaplight
