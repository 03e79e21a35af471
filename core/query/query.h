// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/base/result.h"
#include "core/query/query_data.h"
#include "core/query/query_limits.h"
#include "core/report/table/table.h"

namespace gaplight {

// Runs SQL over a trace (README.md). For any thread: a window runs it on a worker, with a stop
// token in the limits.

// std::monostate: NULL.
using QueryCell = std::variant<std::monostate, std::int64_t, double, std::string>;

struct QueryResultColumn {
    std::string name;  // as SQLite names it: "dur", "sum(dur)"
    // Of the declared column that it shows; else of its values: Number, Figure or Code.
    Unit unit = Unit::Code;
    std::vector<QueryCell> cells;  // by row
    bool isSlice = false;          // numbers of slices: the id of a table of slices
};

struct QueryResult {
    std::vector<QueryResultColumn> columns;
    bool isCut = false;         // QueryLimits::maxRows were reached, and there are more
    bool isOfRanks = false;     // reads tables about all ranks together, and no others
    bool isOfFindings = false;  // reads tables that rules fill

    // Null: there is none of that name.
    const QueryResultColumn* column(std::string_view name) const {
        const auto at = std::ranges::find(columns, name, &QueryResultColumn::name);
        return at == columns.end() ? nullptr : &*at;
    }
    std::size_t rowCount() const { return columns.empty() ? 0 : columns.front().cells.size(); }
};

// The value of ":name" in a statement.
struct QueryParameter {
    std::string_view name;
    QueryCell value;
};

// One statement that reads. Errors: BadArgument (what is wrong, with line and character, and names
// like the one that is not there; what else to write in place of what only Perfetto has;
// Error::byteOffset: of the token in the statement, where that is known), TooLarge
// (time or memory), Cancelled, NotReadable (args whose file was changed or removed).
[[nodiscard]] Result<QueryResult> runQuery(const QueryData& data, std::string_view sql,
                                           const QueryLimits& limits = {},
                                           std::span<const QueryParameter> parameters = {});

}  // namespace gaplight
