// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/sqlite/piece_scans.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>

#include "core/formats/sqlite/row_batch.h"

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

Result<RowScan> PieceScans::take(std::size_t table) {
    std::vector<RowScan> closed;  // outside the lock
    std::optional<RowScan> found;
    {
        const std::scoped_lock lock(m_mutex);
        for (std::vector<Idle> idle = std::exchange(m_idle, {}); Idle & one : idle) {
            if (one.table < table) {
                closed.push_back(std::move(one.rows));
            } else if (one.table == table && !found) {
                found.emplace(std::move(one.rows));
            } else {
                m_idle.push_back(std::move(one));
            }
        }
    }
    if (found) {
        return *std::move(found);
    }
    const TableScan& scan = m_tables[table];
    return RowScan::open(m_database, scan.table, scan.columns, scan.joined);
}

void PieceScans::begin(PieceRows& into) {
    into.rows.reset();
    into.error.reset();
    into.block.clear();
    Result<RowScan> rows = take(into.piece.table);
    if (!rows) {
        into.error = std::move(rows.error());
        return;
    }
    rows->begin(into.piece.first, into.piece.last);
    into.rows.emplace(*std::move(rows));
    fill(into);
}

bool PieceScans::next(PieceRows& into) {
    if (!into.rows) {
        return false;
    }
    fill(into);
    return true;
}

void PieceScans::fill(PieceRows& into) {
    into.block.clear();
    const Result<bool> more = into.rows->fill(into.block);
    if (!more) {
        into.error = more.error();
        into.rows.reset();
    } else if (!*more) {
        const std::scoped_lock lock(m_mutex);
        m_idle.push_back({into.piece.table, *std::move(into.rows)});
        into.rows.reset();
    }
}

}  // namespace gaplight
