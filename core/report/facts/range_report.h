// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "core/analysis/range_tables.h"

namespace gaplight {

// A row of a range's tables with its label.
struct NamedRangeRow {
    std::string_view name;
    RangeRow row;
};

// The rows in their order with a header. `range`: the whole of all shares; `what`: title of the
// first column, "name". CSV has nanoseconds, Markdown durations as displayed.
[[nodiscard]] std::string rangeCsv(std::string_view what, std::span<const NamedRangeRow> rows,
                                   Duration range);
[[nodiscard]] std::string rangeMarkdown(std::string_view what, std::span<const NamedRangeRow> rows,
                                        Duration range);

}  // namespace gaplight
