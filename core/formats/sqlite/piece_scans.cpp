// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/sqlite/piece_scans.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace gaplight {

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
