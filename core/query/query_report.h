// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/query/query.h"
#include "core/query/query_table.h"
#include "core/report/table/table.h"
#include "core/report/text/report_page.h"

namespace gaplight {

enum class QueryFormat : std::uint8_t { Text, Csv, JsonText, Markdown };

// The result as rows with titles that are keys; it refers to `result`. Integers as they are, also
// times: dur_text() is for people.
[[nodiscard]] Table queryTable(const QueryResult& result);

// The same for people: durations, bytes and shares as texts, by the units of the columns or their
// names (unitByName), times since the trace's start. Copies for other programs have the numbers.
// The target of a row with a place (QueryPlaces) is its number.
[[nodiscard]] Table shownQueryTable(const QueryResult& result, const Trace& trace);

// A table, CSV, Markdown, or {"columns": [...], "rows": [{...}], "cut": false}. `style`: of a text.
[[nodiscard]] std::string queryText(const QueryResult& result, QueryFormat format, PageStyle style);

// Adds the rows of `more` below those of `all`, with a first column `name` of the same value in
// each; to an `all` without columns also its columns. Rows beyond `maxRows` are left out.
void addLabeledRows(QueryResult& all, std::string_view name, const QueryCell& value,
                    QueryResult more, std::size_t maxRows);

// Every table in a line, and the functions; or one table with its columns. Null: all.
[[nodiscard]] std::string tablesText(const QueryTable* table, PageStyle style);
[[nodiscard]] std::string tablesJson(const QueryTable* table);
// Errors: BadArgument, with names that are close.
[[nodiscard]] Result<const QueryTable*> tableNamed(std::string_view name);

}  // namespace gaplight
