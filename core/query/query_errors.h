// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "core/base/result.h"

namespace gaplight {

// Whether a text is one statement that reads, in SQLite's SQL. Errors: BadArgument, with the way to
// write what Perfetto has in addition (modules, macros, pipelines, tables of one's own).
[[nodiscard]] Result<void> checkStatement(std::string_view sql);

// What SQLite says of a statement, with its place and with names that are close.
// `offset`: of the token that is wrong; -1: not known.
[[nodiscard]] Error statementError(std::string_view sql, std::string_view message, int offset);

}  // namespace gaplight
