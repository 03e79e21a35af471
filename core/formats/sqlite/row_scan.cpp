// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/sqlite/row_scan.h"

#include <new>
#include <utility>

#include <sqlite3.h>

#include "core/base/result.h"

namespace gaplight {

Result<RowScan> RowScan::open(const Database& database, std::string_view table,
                              std::span<const std::string_view> columns,
                              std::span<const Database::JoinedTable> joined) {
    auto target = std::make_unique<Target>(Target{nullptr, database.maxValueBytes()});
    const auto take = [](sqlite3_context* context, int count, sqlite3_value** values) {
        Target& to = *static_cast<Target*>(sqlite3_user_data(context));
        const std::uint64_t before = to.block->byteCount();
        try {
            to.block->add({values, static_cast<std::size_t>(count)});
        } catch (const std::bad_alloc&) {  // must not pass through SQLite
            sqlite3_result_error_nomem(context);
            return;
        }
        const std::uint64_t added = to.block->byteCount() - before;
        if (added > to.bytesLeft) {
            sqlite3_result_error(context, "its rows have more text than the file allows", -1);
            return;
        }
        to.bytesLeft -= added;
        sqlite3_result_int(context, to.block->isFull() ? 1 : 0);
    };
    DatabaseQuery rows = TRY(database.scanThrough({take, target.get()}, table, columns, joined));
    return RowScan(std::move(target), std::move(rows));
}

void RowScan::begin(std::int64_t first, std::int64_t last) {
    m_rows.reset();
    m_rows.bind(1, first);
    m_rows.bind(2, last);
}

Result<bool> RowScan::fill(RowBlock& block) {
    m_target->block = &block;
    return m_rows.next();
}

}  // namespace gaplight
