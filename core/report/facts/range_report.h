// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>

#include "core/analysis/range_tables.h"
#include "core/report/table/table.h"

namespace gaplight {

struct NamedRangeRow {
    std::string recorded;  // the name as recorded: for other programs, and for a filter
    std::string shown;     // kernels by their short name
    RangeRow row;
};

// One row for each name of a range, in the order given. `range`: the whole of all shares. Targets:
// the longest slice of each name.
[[nodiscard]] Table rangeTable(std::span<const NamedRangeRow> rows, Duration range);

}  // namespace gaplight
