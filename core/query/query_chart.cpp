// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/query/query_chart.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>

#include "core/base/printable_text.h"
#include "core/base/quantity_text.h"
#include "core/query/query_places.h"
#include "core/scene/model/name_table.h"

namespace gaplight {
namespace {

constexpr std::size_t kMaxBars = 200;
constexpr std::size_t kChartColumns = 40;

ChartAxis axisOf(const QueryResultColumn& column) {
    const Unit unit = unitByName(column);
    ChartAxis axis;
    axis.title = printable(column.name);
    axis.text = [unit](double value) {
        switch (unit) {
            case Unit::Nanoseconds:
            case Unit::SinceStart:
                return durationText(Duration(std::llround(value)));
            case Unit::Bytes:
                return bytesText(value);
            case Unit::Share:
                return percentText(value);
            default:
                return scaledNumberText(value);
        }
    };
    return axis;
}

tl::unexpected<Error> lacking(std::string_view what) {
    return fail(ErrorCode::BadArgument, std::string(what));
}

// The text that names a row: of its first column of texts, else of its first column.
std::string nameOf(const QueryResult& result, std::size_t row) {
    for (const QueryResultColumn& column : result.columns) {
        if (const auto* text = std::get_if<std::string>(&column.cells[row])) {
            return printable(*text);
        }
    }
    const auto number = numberOf(result.columns.front().cells[row]);
    return number ? countText(static_cast<std::uint64_t>(std::max(0.0, *number)))
                  : std::string(kNoValue);
}

void addBars(const QueryResult& result, const QueryResultColumn& column, QueryChart& chart) {
    for (std::size_t row = 0; row < result.rowCount() && chart.points.size() < kMaxBars; ++row) {
        if (const auto value = numberOf(column.cells[row])) {
            ChartPoint bar;
            bar.y = *value;
            bar.label = nameOf(result, row);
            chart.points.push_back(std::move(bar));
            chart.rows.push_back(row);
        }
    }
    chart.y = axisOf(column);
}

void addColumns(const QueryResultColumn& column, QueryChart& chart) {
    std::vector<std::pair<double, std::size_t>> values;
    for (std::size_t row = 0; row < column.cells.size(); ++row) {
        const auto value = numberOf(column.cells[row]);
        if (value && std::isfinite(*value)) {
            values.emplace_back(*value, row);
        }
    }
    if (values.empty()) {
        return;
    }
    const auto [low, high] = std::ranges::minmax_element(values);
    constexpr double kManyfold = 100;
    const double least = low->first;
    const double most = high->first;
    const bool isLogarithmic = least > 0 && most > kManyfold * least;
    const auto edgeOf = [&](std::size_t bin) {
        const double share = static_cast<double>(bin) / kChartColumns;
        return isLogarithmic ? least * std::pow(most / least, share)
                             : least + (std::max(most, least + 1) - least) * share;
    };
    chart.points.resize(kChartColumns);
    chart.rows.assign(kChartColumns, 0);
    for (std::size_t bin = 0; bin < kChartColumns; ++bin) {
        chart.points[bin].x = edgeOf(bin);
        chart.points[bin].xEnd = edgeOf(bin + 1);
    }
    for (const auto& [value, row] : values) {
        const auto above = std::ranges::upper_bound(chart.points, value, {}, &ChartPoint::x);
        const auto bin =
            static_cast<std::size_t>(std::max<std::ptrdiff_t>(1, above - chart.points.begin()) - 1);
        if (chart.points[bin].y == 0) {
            chart.rows[bin] = row;
        }
        chart.points[bin].y += 1;
    }
    chart.x = axisOf(column);
    chart.x.isLogarithmic = isLogarithmic;
    chart.y = {"rows", [](double value) { return scaledNumberText(value); }};
}

Result<void> addLine(const QueryResult& result, const Trace& trace, const QueryResultColumn& column,
                     QueryChart& chart) {
    const QueryPlaces places(result, trace);
    const bool isOverTime = result.rowCount() > 0 && places.beginOf(0).has_value();
    const auto other = std::ranges::find_if(
        places.values(), [&](const QueryResultColumn* one) { return one != &column; });
    if (!isOverTime && other == places.values().end()) {
        return lacking("a line needs ts, or a second column of numbers for its x axis");
    }
    for (std::size_t row = 0; row < result.rowCount(); ++row) {
        const auto value = numberOf(column.cells[row]);
        const auto begin = isOverTime ? places.beginOf(row) : std::nullopt;
        const auto at =
            isOverTime
                ? (begin
                       ? std::optional(static_cast<double>((*begin - trace.range().begin).count()))
                       : std::nullopt)
                : numberOf((*other)->cells[row]);
        if (value && at) {
            ChartPoint point;
            point.x = *at;
            point.y = *value;
            chart.points.push_back(point);
            chart.rows.push_back(row);
        }
    }
    std::vector<std::size_t> order(chart.points.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, {}, [&](std::size_t at) { return chart.points[at].x; });
    QueryChart sorted;
    for (const std::size_t at : order) {
        sorted.points.push_back(chart.points[at]);
        sorted.rows.push_back(chart.rows[at]);
    }
    chart.points = std::move(sorted.points);
    chart.rows = std::move(sorted.rows);
    chart.x =
        isOverTime
            ? ChartAxis{"time since the start",
                        [](double value) { return durationText(Duration(std::llround(value))); }}
            : axisOf(**other);
    chart.y = axisOf(column);
    return {};
}

}  // namespace

std::vector<std::string> chartColumns(const QueryResult& result, const Trace& trace) {
    std::vector<std::string> names;
    const QueryPlaces places(result, trace);
    for (const bool wantsTimes : {true, false}) {
        for (const QueryResultColumn* column : places.values()) {
            if ((unitByName(*column) == Unit::Nanoseconds) == wantsTimes) {
                names.push_back(column->name);
            }
        }
    }
    return names;
}

Result<QueryChart> chartOfRows(const QueryResult& result, const Trace& trace, ChartKind kind,
                               std::string_view column) {
    const QueryResultColumn* shown = result.column(column);
    if (shown == nullptr || result.rowCount() == 0) {
        return lacking(result.rowCount() == 0 ? "there are no rows to plot"
                                              : "no column has numbers to plot");
    }
    QueryChart chart;
    chart.kind = kind;
    if (kind == ChartKind::Bars) {
        addBars(result, *shown, chart);
    } else if (kind == ChartKind::Columns) {
        addColumns(*shown, chart);
    } else {
        TRY(addLine(result, trace, *shown, chart));
    }
    if (chart.points.empty()) {
        return lacking("the column has no numbers");
    }
    return chart;
}

}  // namespace gaplight
