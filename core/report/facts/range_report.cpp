// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/report/facts/range_report.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/base/duration_text.h"
#include "core/base/markdown.h"
#include "core/base/printable_text.h"
#include "core/base/quantity_text.h"
#include "core/report/text/escaped_text.h"

namespace gaplight {
namespace {

double shareOf(const RangeRow& row, Duration range) {
    return static_cast<double>(ns(row.total)) /
           static_cast<double>(std::max<std::int64_t>(1, ns(range)));
}

}  // namespace

std::string rangeCsv(std::string_view what, std::span<const NamedRangeRow> rows, Duration range) {
    std::string text = csvLine(
        {std::string(what), "count", "total_ns", "share_of_range", "mean_ns", "min_ns", "max_ns"});
    for (const NamedRangeRow& named : rows) {
        const RangeRow& row = named.row;
        text += csvLine({std::string(named.name), std::to_string(row.count),
                         std::to_string(ns(row.total)), fmt::format("{:.6f}", shareOf(row, range)),
                         std::to_string(ns(row.mean())), std::to_string(ns(row.shortest)),
                         std::to_string(ns(row.longest))});
    }
    return text;
}

std::string rangeMarkdown(std::string_view what, std::span<const NamedRangeRow> rows,
                          Duration range) {
    std::string text = fmt::format(
        "| {} | count | total | share | mean | min | max |\n|---|--:|--:|--:|--:|--:|--:|\n", what);
    for (const NamedRangeRow& named : rows) {
        const RangeRow& row = named.row;
        text += fmt::format(
            "| {} | {} | {} | {} | {} | {} | {} |\n", escapedMarkdown(printable(named.name)),
            countText(row.count), durationText(row.total), percentText(row.total, range),
            durationText(row.mean()), durationText(row.shortest), durationText(row.longest));
    }
    return text;
}

}  // namespace gaplight
