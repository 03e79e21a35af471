// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/query/query.h"
#include "tests/support/traces/trace_dsl.h"

namespace gaplight::test {

using TextRows = std::vector<std::string>;  // "name|12|NULL"

// The rows of a query, or its error as one row.
[[nodiscard]] TextRows rowsOf(const QueryData& data, std::string_view sql);
// The message of the error of a query; empty: it ran.
[[nodiscard]] std::string errorOf(const QueryData& data, std::string_view sql);

// An analyzed trace of JSON.
[[nodiscard]] QueryData queryDataOf(const std::string& json);

// A step on a host thread, which launches two kernels and waits for them; a counter, an arrow of
// the file and an instant.
[[nodiscard]] QueryData smallQueryData();

}  // namespace gaplight::test
