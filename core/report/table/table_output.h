// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <limits>
#include <string>

#include <nlohmann/json.hpp>

#include "core/report/table/table.h"
#include "core/report/text/report_page.h"

namespace gaplight {

// Columns with a title, for a page of any style.
[[nodiscard]] PageTable pageTable(const Table& table,
                                  std::size_t maxRows = std::numeric_limits<std::size_t>::max());
// The same as a Markdown table alone.
[[nodiscard]] std::string tableMarkdown(const Table& table);
// Columns with a key. Times in ns, bytes, shares as ratios with six decimals; empty where not
// known.
[[nodiscard]] std::string tableCsv(const Table& table);
// The columns with a key of one row as an object; null where not known.
[[nodiscard]] nlohmann::ordered_json rowJson(const Table& table, std::size_t row);
// All rows.
[[nodiscard]] nlohmann::ordered_json tableJson(const Table& table);

}  // namespace gaplight
