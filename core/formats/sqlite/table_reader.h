// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/formats/format.h"
#include "core/formats/sqlite/database.h"
#include "core/formats/sqlite/piece_scans.h"
#include "core/formats/sqlite/row_batch.h"
#include "core/formats/sqlite/row_scan.h"
#include "core/formats/sqlite/table_details.h"
#include "core/trace/trace_builder.h"

namespace gaplight {

// A table of events with the columns that Database::scan() gives, and how each of its rows is added
// to a batch.
struct EventTable {
    std::string name;
    std::vector<std::string_view> columns;
    std::function<void(const TableRow& row)> add;
    std::vector<Database::JoinedTable> joined = {};
    // Where events are made of several rows: called after the last row, again while it gives true,
    // each time to add some thousand events.
    std::function<bool()> addRest = {};
};

// Reads tables of events into a builder: numbers their rows as events, hands over the batch every
// 64 Ki rows, reports progress, stops on request. Pieces of tables are decoded by several threads;
// their rows are added in the order of the tables and of their rowids by one thread at a time, so
// that the result does not depend on the number of threads.
class TableReader {
public:
    // The rows of all tables are added to `batch`.
    TableReader(const Database& database, RowBatch& batch, TraceBuilder& builder,
                const ReadOptions& options)
        : m_database(database), m_batch(batch), m_builder(builder), m_options(options) {}

    // Once. Tables that the database lacks are skipped; one that is damaged keeps the rows read
    // before, and an issue. `bytes` of the file are the progress at the end. Gives a trace of this
    // format with the number of its events, still without details. Errors: NotReadable (a read of
    // the file failed), Cancelled.
    [[nodiscard]] Result<OpenedTrace> read(std::string_view format,
                                           std::span<const EventTable> tables, std::uint64_t bytes);

    [[nodiscard]] TableRows takeRows() { return std::move(m_rows); }
    // Rows of the tables that were read to their ends, for countRows.
    const RowCounts& rowCounts() const { return m_rowCounts; }

private:
    void readPieces(TablePieces pieces, PieceScans& scans);
    void addPiece(PieceRows& rows, PieceScans& scans);
    void addRows(const PieceRows& rows);
    void addRow(std::size_t table, const RowValues& values);
    void endTable(std::size_t table);
    void checkStop();
    void flush();

    const Database& m_database;
    RowBatch& m_batch;
    TraceBuilder& m_builder;
    const ReadOptions& m_options;
    std::vector<const EventTable*> m_tables;  // that the database has
    TableRows m_rows;
    ImportIssues m_issues;
    ReadProgress m_progress;
    std::uint64_t m_event = 0;       // the last one read
    std::uint64_t m_read = 0;        // rows
    std::uint64_t m_readBefore = 0;  // rows of tables before this one
    RowCounts m_rowCounts;
    bool m_finishedEarly = false;
    bool m_isCancelled = false;  // no more rows are wanted, also after a failure
    std::optional<Error> m_failure;
    // Pieces of tables before this one are not needed: all their rows are read, or one was damaged.
    std::atomic<std::size_t> m_firstTable = 0;
};

// Names of tables, for countRows.
[[nodiscard]] std::vector<std::string_view> namesOf(std::span<const EventTable> tables);

}  // namespace gaplight
