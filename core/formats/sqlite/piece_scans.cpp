// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/sqlite/piece_scans.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace gaplight {

Result<DatabaseQuery> PieceScans::take(std::size_t table) {
    std::vector<DatabaseQuery> closed;  // outside the lock
    std::optional<DatabaseQuery> found;
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
    return m_database.scanRange(scan.table, scan.columns, scan.joined);
}

void PieceScans::begin(PieceRows& into) {
    into.rows.reset();
    into.error.reset();
    into.block.clear(0);
    Result<DatabaseQuery> rows = take(into.piece.table);
    if (!rows) {
        into.error = std::move(rows.error());
        return;
    }
    rows->bind(1, into.piece.first);
    rows->bind(2, into.piece.last);
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
    into.block.clear(into.rows->columnCount());
    while (!into.block.isFull()) {
        const Result<bool> more = into.rows->next();
        if (!more) {
            into.error = more.error();
            into.rows.reset();
            return;
        }
        if (!*more) {
            into.rows->reset();
            const std::scoped_lock lock(m_mutex);
            m_idle.push_back({into.piece.table, *std::move(into.rows)});
            into.rows.reset();
            return;
        }
        into.block.add(*into.rows);
    }
}

}  // namespace gaplight
