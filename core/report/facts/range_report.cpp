// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/report/facts/range_report.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace gaplight {

Table rangeTable(std::span<const NamedRangeRow> rows, Duration range, std::string_view title) {
    const Duration whole = std::max(Duration(1), range);
    Duration self{};
    for (const NamedRangeRow& row : rows) {
        self += row.row.self;
    }
    self = std::max(Duration(1), self);
    Table table = tableOf(
        rows, column(title, "", Unit::Text, &NamedRangeRow::recorded),
        column("", title, Unit::Text, &NamedRangeRow::shown),
        column("count", "count", Unit::Count, [](auto& name) { return name.row.count; }),
        column("self_ns", "self", Unit::Nanoseconds, [](auto& name) { return name.row.self; }),
        column("share_of_self", "of self", Unit::Share,
               [&](auto& name) { return shareOf(name.row.self, self); }),
        column("total_ns", "total", Unit::Nanoseconds, [](auto& name) { return name.row.total; }),
        column("share_of_tracks", "of its tracks", Unit::Share,
               [&](auto& name) {
                   return shareOf(name.row.total, whole * std::max(1U, name.row.tracks));
               }),
        column("mean_ns", "mean", Unit::Nanoseconds, [](auto& name) { return name.row.mean(); }),
        column("min_ns", "min", Unit::Nanoseconds, [](auto& name) { return name.row.shortest; }),
        column("max_ns", "max", Unit::Nanoseconds, [](auto& name) { return name.row.longest; }),
        column("", "min to max", Unit::Histogram, [](auto& name) {
            const auto& bins = name.row.histogram;
            return std::vector<std::uint32_t>(bins.begin(), bins.end());
        }));
    for (std::size_t at = 0; at < rows.size(); ++at) {
        const SliceId longest = rows[at].row.longestSlice;
        table.rows[at].target = longest.isValid() ? static_cast<std::int64_t>(longest.index()) : -1;
    }
    return table;
}

}  // namespace gaplight
