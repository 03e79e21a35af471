// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/formats/sqlite/database.h"
#include "core/formats/sqlite/row_batch.h"
#include "core/formats/sqlite/row_scan.h"
#include "core/formats/sqlite/table_details.h"

namespace gaplight {

// A part of a table: its rows whose rowids are in a range.
struct TablePiece {
    std::size_t table = 0;
    std::int64_t first = 0;  // rowids
    std::int64_t last = 0;
    bool isLast = false;  // of its table
};

// Cuts tables into pieces of some thousand rows that can be read at the same time. The pieces of a
// table hold every rowid once, in ascending order:
//
//     rowids of the table    1 … 40,000
//     pieces                 -2^63 … 16,383   16,384 … 32,767   32,768 … 2^63-1
//
// Where rowids are not dense there are fewer pieces than that, at most one for some pages of the
// file: a table must not take longer for its gaps.
class TablePieces {
public:
    // `fileBytes`: of the database.
    explicit TablePieces(std::uint64_t fileBytes) : m_fileBytes(fileBytes) {}

    // The next table, with its blocks by rowBlocks().
    void add(const Database::Table& table, std::vector<TableRows::Block> blocks);
    // The next piece; empty after the last one of the last table.
    [[nodiscard]] std::optional<TablePiece> next();

private:
    std::uint64_t m_fileBytes;
    std::vector<std::vector<TableRows::Block>> m_tables;
    std::size_t m_table = 0;
    std::size_t m_block = 0;      // of the table
    std::int64_t m_first = kMin;  // rowid at which the next piece begins
    static constexpr std::int64_t kMin = INT64_MIN;
};

// What is read of each row of a table.
struct TableScan {
    std::string_view table;
    std::span<const std::string_view> columns;
    std::span<const Database::JoinedTable> joined;
};

// Rows of a piece, a block at a time. Mostly one block holds them all.
struct PieceRows {
    TablePiece piece;
    RowBlock block;
    std::optional<RowScan> rows;  // none: the block has the last of them
    std::optional<Error> error;   // after the rows of the block
};

// Reads pieces of tables, each thread over a connection of its own. A connection is used again for
// the next piece of its table.
class PieceScans {
public:
    // Both must outlive this.
    PieceScans(const Database& database, std::span<const TableScan> tables)
        : m_database(database), m_tables(tables) {}

    // The first block of the rows of `into.piece`. Any number of threads.
    void begin(PieceRows& into);
    // The block after that; false: there is none.
    bool next(PieceRows& into);

private:
    struct Idle {
        std::size_t table = 0;
        RowScan rows;
    };
    Result<RowScan> take(std::size_t table);
    void fill(PieceRows& into);

    const Database& m_database;
    std::span<const TableScan> m_tables;
    std::mutex m_mutex;
    std::vector<Idle> m_idle;
};

}  // namespace gaplight
