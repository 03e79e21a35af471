// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/formats/sqlite/database.h"
#include "core/formats/sqlite/table_details.h"
#include "core/formats/sqlite/table_reader.h"
#include "core/formats/trace_cutter.h"

namespace gaplight {

// What a cut of a database keeps of a table that is cut at all; the rows of others are all kept.
struct CutTable {
    std::string name;
    std::string
        start;  // column with a row's time: those in the range are kept, and those of slices
    std::string end = {};          // clipped too; empty: rows have no duration
    std::string kept = {};         // SQL condition of rows that are kept anyway; empty: none
    std::string neighborsOf = {};  // keeps the last row before and the first row after the range
                                   // of each value of this column; empty: does not
};
// A table of which only the rows are kept that rows of another table refer to.
struct FollowedTable {
    std::string name;
    std::string column;  // with the id
    std::string byTable;
    std::string byColumn;
};

// Each table of `tables` that has a column "start" or "timestamp".
[[nodiscard]] std::vector<CutTable> cutTablesOf(std::span<const EventTable> tables);

// Cuts a database: a smaller one with the same tables, indexes and views, whose rows have the same
// rowids. Schemas that would do more than create them are replaced by plain ones; triggers are left
// out. The result is built in a temporary file without a name.
class TableCutter final : public TraceCutter {
public:
    struct Tables {
        std::vector<CutTable> cut;
        std::vector<FollowedTable> followed;
    };

    TableCutter(std::shared_ptr<const Database> database, TableRows rows, Tables tables)
        : m_database(std::move(database)), m_rows(std::move(rows)), m_tables(std::move(tables)) {}

    [[nodiscard]] Result<CutTotals> cut(const CutPlan& plan, const Write& write) const override;

private:
    std::shared_ptr<const Database> m_database;
    TableRows m_rows;
    Tables m_tables;
};

}  // namespace gaplight
