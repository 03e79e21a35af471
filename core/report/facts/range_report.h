// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "core/analysis/range_tables.h"
#include "core/report/table/table.h"

namespace gaplight {

struct NamedRangeRow {
    std::string recorded;  // the name as recorded: for other programs, and for a filter
    std::string shown;     // kernels by their short name
    RangeRow row;
};

// One row for each name of a range, or for each value of what `title` says, in the order given.
// Shares are of the self time of all rows, and, of the total, of `range` on each of the tracks that
// have such slices. Targets: the longest slice of each. `title` outlives the table.
[[nodiscard]] Table rangeTable(std::span<const NamedRangeRow> rows, Duration range,
                               std::string_view title = "name");

}  // namespace gaplight
