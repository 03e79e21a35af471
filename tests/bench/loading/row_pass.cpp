// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/loading/row_pass.h"

#include <cstdint>
#include <stdexcept>
#include <vector>

#include <sqlite3.h>

#include "tests/bench/timing/stopwatch.h"

namespace gaplight::bench {
namespace {

template <class Take>
void forEachRow(sqlite3* database, const std::string& sql, const Take& take) {
    sqlite3_stmt* rows = nullptr;
    if (sqlite3_prepare_v2(database, sql.c_str(), -1, &rows, nullptr) != SQLITE_OK) {
        throw std::runtime_error(sqlite3_errmsg(database));
    }
    while (sqlite3_step(rows) == SQLITE_ROW) {
        take(rows);
    }
    sqlite3_finalize(rows);
}

}  // namespace

double rowPass(const std::string& path) {
    const Stopwatch watch;
    sqlite3* database = nullptr;
    if (sqlite3_open_v2(path.c_str(), &database, SQLITE_OPEN_READONLY, nullptr) != SQLITE_OK) {
        throw std::runtime_error("cannot open " + path);
    }
    std::vector<std::string> tables;
    forEachRow(database, "SELECT name FROM sqlite_master WHERE type = 'table'",
               [&](sqlite3_stmt* row) {
                   tables.emplace_back(reinterpret_cast<const char*>(sqlite3_column_text(row, 0)));
               });
    std::uint64_t checksum = 0;
    for (const std::string& table : tables) {
        forEachRow(database, "SELECT * FROM \"" + table + "\"", [&](sqlite3_stmt* row) {
            for (int at = 0; at < sqlite3_column_count(row); ++at) {
                checksum += static_cast<std::uint64_t>(sqlite3_column_int64(row, at));
            }
        });
    }
    sqlite3_close(database);
    const double seconds = watch.seconds();
    return checksum == 0 ? 0 : seconds;
}

}  // namespace gaplight::bench
