// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/query/query.h"
#include "core/scene/panels/chart_scene.h"

namespace gaplight {

// A result as a plot. The axes' texts are those of the columns in tables.
struct QueryChart {
    ChartKind kind = ChartKind::Bars;
    std::vector<ChartPoint> points;
    std::vector<std::size_t> rows;  // of a point; of a column the first of its rows
    ChartAxis x;
    ChartAxis y;
};

// The columns that a plot can show: those of amounts, durations first.
[[nodiscard]] std::vector<std::string> chartColumns(const QueryResult& result, const Trace& trace);

// Bars: a column by the first column of texts. Columns: how its values are distributed, on a
// logarithmic axis where they differ a hundredfold. Line: over the time of the rows, else over the
// first column of amounts. Rows without a number are left out. Errors: BadArgument (what is
// missing). O(rows log rows).
[[nodiscard]] Result<QueryChart> chartOfRows(const QueryResult& result, const Trace& trace,
                                             ChartKind kind, std::string_view column);

}  // namespace gaplight
