// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/query/query_data.h"
#include "core/query/query_limits.h"

struct sqlite3;
struct sqlite3_context;

namespace gaplight {

// Makes every table of queryTables() an eponymous virtual table of a connection. `data` and `work`
// outlive it. Gives SQLite's result code.
[[nodiscard]] int addVirtualTables(sqlite3* connection, const QueryData& data, QueryWork& work);

// Makes the functions of queryFunctions() functions of a connection, as above.
[[nodiscard]] int addQueryFunctions(sqlite3* connection, const QueryData& data, QueryWork& work);

}  // namespace gaplight
