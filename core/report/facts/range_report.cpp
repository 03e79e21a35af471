// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/report/facts/range_report.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

namespace gaplight {
namespace {

struct RowOfRange {
    const NamedRangeRow& name;
    Duration range;
};

constexpr auto kColumns = [] {
    using Of = ColumnOf<RowOfRange>;
    return std::array{
        Of("name", "", Unit::Text, [](auto& of) { return of.name.recorded; }),
        Of("", "name", Unit::Text, [](auto& of) { return of.name.shown; }),
        Of("count", "count", Unit::Count, [](auto& of) { return of.name.row.count; }),
        Of("self_ns", "self", Unit::Nanoseconds, [](auto& of) { return of.name.row.self; }),
        Of("total_ns", "total", Unit::Nanoseconds, [](auto& of) { return of.name.row.total; }),
        Of("share_of_range", "of range", Unit::Share,
           [](auto& of) { return shareOf(of.name.row.total, of.range); }),
        Of("mean_ns", "mean", Unit::Nanoseconds, [](auto& of) { return of.name.row.mean(); }),
        Of("min_ns", "min", Unit::Nanoseconds, [](auto& of) { return of.name.row.shortest; }),
        Of("max_ns", "max", Unit::Nanoseconds, [](auto& of) { return of.name.row.longest; }),
        Of("", "min to max", Unit::Histogram,
           [](auto& of) {
               const auto& bins = of.name.row.histogram;
               return std::vector<std::uint32_t>(bins.begin(), bins.end());
           }),
    };
}();

}  // namespace

Table rangeTable(std::span<const NamedRangeRow> rows, Duration range) {
    std::vector<RowOfRange> all;
    for (const NamedRangeRow& row : rows) {
        all.push_back({row, std::max(Duration(1), range)});
    }
    Table table = tableOf(kColumns, all);
    for (std::size_t at = 0; at < rows.size(); ++at) {
        const SliceId longest = rows[at].row.longestSlice;
        table.rows[at].target = longest.isValid() ? static_cast<std::int64_t>(longest.index()) : -1;
    }
    return table;
}

}  // namespace gaplight
