// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/base/time.h"
#include "core/fleet/rank_summary.h"
#include "core/fleet/summary_tables.h"
#include "core/formats/sqlite/database.h"

namespace gaplight {

// Reads what there is one of: the trace, its clock, totals of its GPUs. Facts of unknown names are
// passed over. Errors: Corrupt.
[[nodiscard]] Result<void> readSummaryFacts(const Database& database, RankSummary& summary);

// A fact by its name, as text; empty where there is none.
[[nodiscard]] std::string summaryFact(const Database& database, std::string_view name);

// One row of a table of a summary, which may be damaged or hostile. The first value that is not as
// expected is the reader's error; values are zero or empty from then on.
class SummaryRow {
public:
    SummaryRow(const DatabaseQuery& query, std::string_view table, std::string& problem)
        : m_query(query), m_table(table), m_problem(problem) {}

    std::int64_t rowid() const { return m_query.integer(0).value_or(0); }
    bool isNull(int column) const { return m_query.isNull(column + 1); }
    bool isNumber(int column) const { return m_query.integer(column + 1).has_value(); }
    // Columns count from 0, as in the table. Bounds are inclusive.
    std::int64_t number(int column, std::int64_t least, std::int64_t most) const;
    Duration duration(int column, Duration most) const;
    std::size_t indexBelow(int column, std::size_t count) const;
    // Refuses texts over kMaxTextBytes.
    std::string text(int column) const;

    void refuse(std::string_view expected) const;

    static constexpr std::size_t kMaxTextBytes = std::size_t{1} << 20U;

private:
    const DatabaseQuery& m_query;
    std::string_view m_table;
    std::string& m_problem;
};

// Calls `use` with each row by rowid; a table that is not there has none. Errors: Corrupt (more
// than `maxRows`, what a row refused).
[[nodiscard]] Result<void> readRows(const Database& database, const SummaryTable& table,
                                    std::size_t maxRows,
                                    const std::function<void(const SummaryRow&)>& use);

}  // namespace gaplight
