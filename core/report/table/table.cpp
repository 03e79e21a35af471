// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/report/table/table.h"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "core/base/printable_text.h"
#include "core/base/quantity_text.h"
#include "core/report/text/escaped_text.h"
#include "core/report/text/report_page.h"

namespace gaplight {
namespace {

template <class... Cases>
struct Overloaded : Cases... {
    using Cases::operator()...;
};
template <class... Cases>
Overloaded(Cases...) -> Overloaded<Cases...>;

std::string textOfNumber(Unit unit, double number) {
    switch (unit) {
        case Unit::Share:
            return percentText(number);
        case Unit::Rate:
            return rateText(number);
        case Unit::Estimate:
            return percentText(number, PercentForm::Estimate);
        default:
            return factorText(number);
    }
}

// A value as a number, of which larger ones are sorted after smaller ones; empty of texts, and of
// what is not known.
std::optional<double> magnitudeOf(const CellValue& value) {
    const auto ratio = [](double part, double whole) { return whole == 0 ? 0 : part / whole; };
    return std::visit(
        Overloaded{[](double number) { return std::optional(number); },
                   [](const FigureValue& figure) { return std::optional(figure.number); },
                   [&](const ShareValue& share) {
                       return std::optional(ratio(static_cast<double>(share.part),
                                                  static_cast<double>(share.whole)));
                   },
                   [&](const ByteRate& rate) {
                       return std::optional(ratio(static_cast<double>(rate.bytes),
                                                  static_cast<double>(rate.time.count())));
                   },
                   [](const auto&) { return std::optional<double>(); }},
        value);
}

// Integers exactly: times and ids never pass through a double.
std::optional<std::int64_t> integerOf(const CellValue& value) {
    return std::visit(
        Overloaded{[](std::int64_t count) { return std::optional(count); },
                   [](Duration time) { return std::optional(std::int64_t{time.count()}); },
                   [](const ByteCount& bytes) { return std::optional(bytes.bytes); },
                   [](const auto&) { return std::optional<std::int64_t>(); }},
        value);
}

template <class T>
int order(const T& a, const T& b) {
    return a < b ? -1 : static_cast<int>(b < a);
}

}  // namespace

bool isNumeric(Unit unit) {
    return unit != Unit::Heading && unit != Unit::Text && unit != Unit::Prose &&
           unit != Unit::Code && unit != Unit::Histogram;
}

std::string cellText(Unit unit, const CellValue& value, std::string_view unknown) {
    return std::visit(
        Overloaded{[&](std::monostate) { return std::string(unknown); },
                   [&](std::int64_t count) {
                       return unit == Unit::Number  ? std::to_string(count)
                              : unit == Unit::Bytes ? bytesText(count)
                                                    : countText(static_cast<std::uint64_t>(count));
                   },
                   [](Duration time) { return durationText(time); },
                   [](const ShareValue& share) { return percentText(share.part, share.whole); },
                   [](const ByteCount& bytes) { return bytesText(bytes.bytes); },
                   [](const ByteRate& rate) { return rateText(rate.bytes, rate.time); },
                   [&](double number) { return textOfNumber(unit, number); },
                   [](const FigureValue& figure) { return figure.text; },
                   [](const std::string& text) { return text; },
                   [](const auto&) { return std::string(); }},
        value);
}

int compareCells(const CellValue& a, const CellValue& b, bool isDescending) {
    const bool isKnownA = !std::holds_alternative<std::monostate>(a);
    const bool isKnownB = !std::holds_alternative<std::monostate>(b);
    if (!isKnownA || !isKnownB) {
        return static_cast<int>(isKnownB) - static_cast<int>(isKnownA);
    }
    const int sign = isDescending ? -1 : 1;
    if (const auto left = integerOf(a), right = integerOf(b); left && right) {
        return sign * order(*left, *right);
    }
    if (const auto left = magnitudeOf(a), right = magnitudeOf(b); left && right) {
        return sign * order(*left, *right);
    }
    const auto* left = std::get_if<std::string>(&a);
    const auto* right = std::get_if<std::string>(&b);
    if (left == nullptr || right == nullptr) {
        return 0;
    }
    return sign *
           (precedesInList(*left, *right) ? -1 : static_cast<int>(precedesInList(*right, *left)));
}

namespace {

using Json = nlohmann::ordered_json;

double ratioOf(std::int64_t part, std::int64_t whole) {
    return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

double bytesPerSecond(const ByteRate& rate) {
    constexpr double kNsPerSecond = 1e9;
    return ratioOf(rate.bytes, rate.time.count()) * kNsPerSecond;
}

struct JsonOfCell {
    Json operator()(std::monostate /*unknown*/) const { return nullptr; }
    Json operator()(std::int64_t count) const { return count; }
    Json operator()(Duration time) const { return time.count(); }
    Json operator()(const ShareValue& share) const { return ratioOf(share.part, share.whole); }
    Json operator()(const ByteCount& bytes) const { return bytes.bytes; }
    Json operator()(const ByteRate& rate) const { return bytesPerSecond(rate); }
    Json operator()(double number) const { return number; }
    Json operator()(const FigureValue& figure) const { return figure.number; }
    Json operator()(const std::string& text) const { return text; }
    Json operator()(const std::vector<std::uint32_t>& bins) const { return bins; }
    Json operator()(const Json& value) const { return value; }
};

struct CsvOfCell {
    std::string operator()(std::monostate /*unknown*/) const { return {}; }
    std::string operator()(std::int64_t count) const { return std::to_string(count); }
    std::string operator()(Duration time) const { return std::to_string(time.count()); }
    std::string operator()(const ShareValue& share) const {
        return (*this)(ratioOf(share.part, share.whole));
    }
    std::string operator()(const ByteCount& bytes) const { return std::to_string(bytes.bytes); }
    std::string operator()(const ByteRate& rate) const {
        return fmt::format("{:.0f}", bytesPerSecond(rate));
    }
    std::string operator()(double number) const { return fmt::format("{:.6f}", number); }
    std::string operator()(const FigureValue& figure) const {
        return fmt::format("{}", figure.number);
    }
    std::string operator()(const std::string& text) const { return text; }
    std::string operator()(const std::vector<std::uint32_t>& /*bins*/) const { return {}; }
    std::string operator()(const Json& value) const { return value.dump(); }
};

CellKind kindOf(Unit unit) {
    return unit == Unit::Code    ? CellKind::Code
           : unit == Unit::Prose ? CellKind::Prose
                                 : CellKind::Text;
}

bool isOnPage(const TableColumn& column) {
    return !column.title.empty() && column.unit != Unit::Histogram;
}

}  // namespace

PageTable pageTable(const Table& table, std::size_t maxRows) {
    PageTable page;
    for (const TableColumn& column : table.columns) {
        if (isOnPage(column)) {
            page.columns.push_back({std::string(column.title),
                                    isNumeric(column.unit) ? Align::Right : Align::Left,
                                    column.widest, kindOf(column.unit)});
        }
    }
    for (std::size_t row = 0; row < std::min(table.rows.size(), maxRows); ++row) {
        std::vector<std::string>& cells = page.rows.emplace_back();
        for (std::size_t at = 0; at < table.columns.size(); ++at) {
            if (isOnPage(table.columns[at])) {
                cells.push_back(cellText(table.columns[at].unit, table.rows[row].cells[at],
                                         table.columns[at].unknown));
            }
        }
    }
    return page;
}

std::string tableMarkdown(const Table& table) {
    const std::unique_ptr<ReportPage> page = makePage(PageStyle::Markdown);
    page->table(pageTable(table));
    std::string text = page->take();
    if (text.ends_with("\n\n")) {
        text.pop_back();  // the space before what follows on a page
    }
    return text;
}

std::string tableCsv(const Table& table) {
    std::vector<std::string> head;
    for (const TableColumn& column : table.columns) {
        if (!column.key.empty()) {
            head.emplace_back(column.key);
        }
    }
    std::string text = csvLine(head);
    for (const CellRow& row : table.rows) {
        std::vector<std::string> cells;
        for (std::size_t at = 0; at < table.columns.size(); ++at) {
            if (!table.columns[at].key.empty()) {
                cells.push_back(std::visit(CsvOfCell(), row.cells[at]));
            }
        }
        text += csvLine(cells);
    }
    return text;
}

Json rowJson(const Table& table, std::size_t row) {
    Json object = Json::object();
    for (std::size_t at = 0; at < table.columns.size(); ++at) {
        if (!table.columns[at].key.empty()) {
            object[std::string(table.columns[at].key)] =
                std::visit(JsonOfCell(), table.rows[row].cells[at]);
        }
    }
    return object;
}

Json tableJson(const Table& table, std::size_t maxRows) {
    Json rows = Json::array();
    for (std::size_t row = 0; row < std::min(table.rows.size(), maxRows); ++row) {
        rows.push_back(rowJson(table, row));
    }
    return rows;
}

}  // namespace gaplight
