// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "core/formats/sqlite/database.h"
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
    // The next piece; empty behind the last one of the last table.
    [[nodiscard]] std::optional<TablePiece> next();

private:
    std::uint64_t m_fileBytes;
    std::vector<std::vector<TableRows::Block>> m_tables;
    std::size_t m_table = 0;
    std::size_t m_block = 0;      // of the table
    std::int64_t m_first = kMin;  // rowid at which the next piece begins
    static constexpr std::int64_t kMin = INT64_MIN;
};

}  // namespace gaplight
