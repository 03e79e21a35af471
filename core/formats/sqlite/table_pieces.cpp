// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/sqlite/table_pieces.h"

#include <algorithm>
#include <string>
#include <utility>

#include "core/formats/sqlite/row_block.h"

namespace gaplight {
namespace {

constexpr std::int64_t kMax = INT64_MAX;
constexpr std::uint64_t kBytesPerPiece = 65'536;

// A column of this name hides the rowid, and would be searched for each piece.
bool hidesRowid(const Database::Table& table) {
    return std::any_of(table.columns.begin(), table.columns.end(), [](std::string column) {
        std::transform(column.begin(), column.end(), column.begin(),
                       [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
        return column == "rowid";
    });
}

}  // namespace

void TablePieces::add(const Database::Table& table, std::vector<TableRows::Block> blocks) {
    if (hidesRowid(table)) {
        blocks.clear();
    }
    m_tables.push_back(std::move(blocks));
}

std::optional<TablePiece> TablePieces::next() {
    if (m_table == m_tables.size()) {
        return std::nullopt;
    }
    const std::vector<TableRows::Block>& blocks = m_tables[m_table];
    TablePiece piece{m_table, m_first, kMax, true};
    if (m_block < blocks.size()) {
        const TableRows::Block& block = blocks[m_block];
        const auto begin = static_cast<std::uint64_t>(std::max(m_first, block.first));
        const std::uint64_t left = static_cast<std::uint64_t>(block.last) - begin;
        const std::uint64_t all =
            static_cast<std::uint64_t>(block.last) - static_cast<std::uint64_t>(block.first);
        const std::uint64_t pieces = 1 + m_fileBytes / kBytesPerPiece / blocks.size();
        const std::uint64_t size = std::max<std::uint64_t>(RowBlock::kMaxRows, all / pieces + 1);
        if (left >= size) {
            piece.last = static_cast<std::int64_t>(begin + size - 1);
            piece.isLast = false;
        } else if (m_block + 1 < blocks.size()) {
            piece.last = block.last;
            piece.isLast = false;
            ++m_block;
        }
    }
    if (piece.isLast) {
        ++m_table;
        m_block = 0;
        m_first = kMin;
    } else {
        m_first = piece.last + 1;
    }
    return piece;
}

}  // namespace gaplight
