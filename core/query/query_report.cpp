// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/query/query_report.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "core/base/close_names.h"
#include "core/base/printable_text.h"
#include "core/query/query_functions.h"
#include "core/query/query_places.h"
#include "core/report/text/escaped_text.h"

namespace gaplight {
namespace {

using QueryJson = nlohmann::ordered_json;

struct CellOf {
    CellValue operator()(std::monostate /*null*/) const { return {}; }
    CellValue operator()(std::int64_t number) const { return number; }
    CellValue operator()(double number) const {
        return std::isfinite(number) ? CellValue(FigureValue{number, fmt::format("{}", number)})
                                     : CellValue();
    }
    CellValue operator()(const std::string& text) const { return validUtf8(text); }
};

// "2486385.17": as many digits as people read.
std::string figureText(double number) {
    constexpr double kWhole = 100'000;
    return std::abs(number) < kWhole ? fmt::format("{:.6g}", number)
                                     : fmt::format("{:.1f}", number);
}

// Integers without separators, texts as they are: what the next program or query takes.
Unit shownUnit(Unit unit) {
    if (unit == Unit::Figure || unit == Unit::Factor || unit == Unit::Share ||
        unit == Unit::Estimate || unit == Unit::Rate) {
        return Unit::Figure;
    }
    return isNumeric(unit) ? Unit::Number : Unit::Text;
}

}  // namespace

Table queryTable(const QueryResult& result) {
    Table table;
    for (const QueryResultColumn& column : result.columns) {
        TableColumn& added = table.columns.emplace_back(
            TableColumn{{shownUnit(column.unit)}, column.name, column.name});
        constexpr std::size_t kWidestText = 60;
        added.widest = added.unit == Unit::Text ? kWidestText : 0;
    }
    table.rows.resize(result.rowCount());
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
        for (const QueryResultColumn& column : result.columns) {
            table.rows[row].cells.push_back(std::visit(CellOf(), column.cells[row]));
        }
    }
    return table;
}

namespace {

// A cell in the unit that its column is shown in.
CellValue shownCell(const QueryCell& cell, Unit unit, const Trace& trace) {
    const auto* integer = std::get_if<std::int64_t>(&cell);
    const std::optional<double> number = numberOf(cell);
    if (!number || !std::isfinite(*number)) {
        return std::visit(CellOf(), cell);
    }
    switch (unit) {
        case Unit::Nanoseconds:
            return Duration(integer != nullptr ? *integer : std::llround(*number));
        case Unit::SinceStart:
            return timeFromNs(integer != nullptr ? *integer : 0) - trace.range().begin;
        case Unit::Bytes:
            return integer != nullptr ? CellValue(*integer) : CellValue(std::llround(*number));
        case Unit::Share:
            return *number;
        case Unit::Number:
        case Unit::Count:
            return integer != nullptr ? CellValue(*integer)
                                      : CellValue(FigureValue{*number, figureText(*number)});
        default:
            return FigureValue{*number, figureText(*number)};
    }
}

// Times that are no numbers of ns cannot be shown since the start, texts not as numbers.
Unit shownUnitOf(const QueryResultColumn& column) {
    const Unit unit = unitByName(column);
    const bool hasTexts = std::ranges::any_of(column.cells, [](const QueryCell& cell) {
        return std::holds_alternative<std::string>(cell);
    });
    if (hasTexts) {
        return isNumeric(unit) ? Unit::Text : unit;
    }
    switch (unit) {
        case Unit::Rate:
        case Unit::Factor:
        case Unit::Estimate:
            return Unit::Figure;
        default:
            return unit;
    }
}

}  // namespace

Table shownQueryTable(const QueryResult& result, const Trace& trace) {
    Table table;
    const QueryPlaces places(result, trace);
    std::vector<const QueryResultColumn*> raw;  // times once more, for other programs
    for (const QueryResultColumn& column : result.columns) {
        const Unit unit = shownUnitOf(column);
        const bool isTime = unit == Unit::SinceStart;
        table.columns.push_back({{unit}, isTime ? std::string_view() : column.name, column.name});
        if (isTime) {
            raw.push_back(&column);
        }
    }
    for (const QueryResultColumn* column : raw) {
        table.columns.push_back({{Unit::Number}, column->name, ""});
    }
    table.rows.resize(result.rowCount());
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
        CellRow& made = table.rows[row];
        made.cells.reserve(table.columns.size());
        for (std::size_t at = 0; at < result.columns.size(); ++at) {
            made.cells.push_back(
                shownCell(result.columns[at].cells[row], table.columns[at].unit, trace));
        }
        for (const QueryResultColumn* column : raw) {
            made.cells.push_back(std::visit(CellOf(), column->cells[row]));
        }
        made.target = places.placeOf(row) ? static_cast<std::int64_t>(row) : -1;
    }
    return table;
}

std::string queryText(const QueryResult& result, QueryFormat format, PageStyle style) {
    const Table table = queryTable(result);
    constexpr std::string_view kNoRows = "no rows\n";
    switch (format) {
        case QueryFormat::Csv:
            return tableCsv(table);
        case QueryFormat::Markdown:
            return table.rows.empty() ? std::string(kNoRows) : tableMarkdown(table);
        case QueryFormat::JsonText: {
            QueryJson names = QueryJson::array();
            for (const QueryResultColumn& column : result.columns) {
                names.push_back(validUtf8(column.name));
            }
            const QueryJson report{{"schema", 1},
                                   {"columns", std::move(names)},
                                   {"rows", tableJson(table)},
                                   {"cut", result.isCut}};
            return report.dump(2) + "\n";
        }
        case QueryFormat::Text:
            break;
    }
    if (table.rows.empty()) {
        return std::string(kNoRows);
    }
    const auto page = makePage(style);
    page->table(pageTable(table));
    std::string text = page->take();
    if (text.ends_with("\n\n")) {
        text.pop_back();
    }
    return text;
}

void addLabeledRows(QueryResult& all, std::string_view name, const QueryCell& value,
                    QueryResult more, std::size_t maxRows) {
    if (all.columns.empty()) {
        all.columns.push_back(
            {std::string(name),
             std::holds_alternative<std::string>(value) ? Unit::Code : Unit::Number,
             {}});
        for (const QueryResultColumn& column : more.columns) {
            all.columns.push_back({column.name, column.unit, {}});
        }
    }
    const std::size_t taken =
        std::min(more.rowCount(), maxRows - std::min(maxRows, all.rowCount()));
    all.isCut = all.isCut || more.isCut || taken < more.rowCount();
    all.columns.front().cells.insert(all.columns.front().cells.end(), taken, value);
    for (std::size_t column = 0; column < more.columns.size(); ++column) {
        std::vector<QueryCell>& cells = more.columns[column].cells;
        QueryResultColumn& into = all.columns[column + 1];
        into.unit = isNumeric(into.unit) ? more.columns[column].unit : into.unit;
        std::move(cells.begin(), cells.begin() + static_cast<std::ptrdiff_t>(taken),
                  std::back_inserter(into.cells));
    }
}

namespace {

std::string_view unitText(Unit unit) {
    switch (unit) {
        case Unit::Nanoseconds:
        case Unit::SinceStart:
            return "ns";
        case Unit::Bytes:
            return "bytes";
        case Unit::Count:
        case Unit::Number:
            return "integer";
        case Unit::Share:
            return "ratio";
        case Unit::Factor:
        case Unit::Rate:
        case Unit::Figure:
        case Unit::Estimate:
            return "number";
        default:
            return "text";
    }
}

// What a condition on it narrows without reading all rows.
bool isIndexed(const QueryColumn& column) {
    return column.key != QueryKey::None || column.text != nullptr;
}

Table tablesTable() {
    return tableOf(
        queryTables(), column("name", "table", Unit::Code, &QueryTable::name),
        column("", "rows", Unit::Text, &QueryTable::description),
        column("description", "", Unit::Text, &QueryTable::description),
        column("columns", "", Unit::Count, [](auto& table) { return table.columns.size(); }));
}

Table functionsTable() {
    return tableOf(queryFunctions(), column("name", "", Unit::Code, &QueryFunction::name),
                   column("", "function", Unit::Code,
                          [](auto& function) {
                              return fmt::format("{}({})", function.name, function.arguments);
                          }),
                   column("arguments", "", Unit::Text, &QueryFunction::arguments),
                   column("description", "gives", Unit::Text, &QueryFunction::description));
}

Table columnsTable(const QueryTable& table) {
    return tableOf(table.columns, column("name", "column", Unit::Code, &QueryColumn::name),
                   column("unit", "unit", Unit::Text, [](auto& one) { return unitText(one.unit); }),
                   column("indexed", "", Unit::Text, [](auto& one) { return isIndexed(one); }),
                   column("", "index", Unit::Text,
                          [](auto& one) { return std::string_view(isIndexed(one) ? "yes" : ""); }),
                   column("hidden", "", Unit::Text, [](auto& one) { return one.isHidden; }),
                   column("", "in *", Unit::Text,
                          [](auto& one) { return std::string_view(one.isHidden ? "no" : ""); }),
                   column("description", "description", Unit::Text, &QueryColumn::description));
}

}  // namespace

std::string tablesText(const QueryTable* table, PageStyle style) {
    const auto page = makePage(style);
    if (table != nullptr) {
        page->title(fmt::format("{}: {}", table->name, table->description));
        page->table(pageTable(columnsTable(*table)));
        return page->take();
    }
    page->title("Tables of 'gaplight query'");
    page->table(pageTable(tablesTable()));
    page->heading("Functions beyond those of SQLite");
    page->table(pageTable(functionsTable()));
    return page->take();
}

std::string tablesJson(const QueryTable* table) {
    QueryJson tables = QueryJson::array();
    for (const QueryTable& one : queryTables()) {
        if (table == nullptr || table == &one) {
            tables.push_back({{"name", one.name},
                              {"alias", one.alias.empty() ? QueryJson() : QueryJson(one.alias)},
                              {"description", one.description},
                              {"columns", tableJson(columnsTable(one))}});
        }
    }
    const QueryJson report{
        {"schema", 1}, {"tables", tables}, {"functions", tableJson(functionsTable())}};
    return report.dump(2) + "\n";
}

Result<const QueryTable*> tableNamed(std::string_view name) {
    if (const QueryTable* table = findQueryTable(name)) {
        return table;
    }
    std::vector<std::string> names;
    for (const QueryTable& table : queryTables()) {
        names.emplace_back(table.name);
    }
    return fail(ErrorCode::BadArgument, fmt::format("there is no table '{}'; {}", printable(name),
                                                    closeNamesText(name, names)));
}

}  // namespace gaplight
