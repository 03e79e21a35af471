// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/formats/sqlite/database.h"
#include "core/formats/sqlite/row_block.h"
#include "core/formats/sqlite/row_scan.h"
#include "core/formats/sqlite/table_pieces.h"

namespace gaplight {

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
    std::optional<Error> error;   // behind the rows of the block
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
