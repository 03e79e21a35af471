// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace gaplight {

// SQLite keeps rows in FILE-wal until they are copied into the database ("checkpoint"), and the
// former content of changed pages in FILE-journal until a transaction ends. Neither is read.

// What is beside the database `path` that begins with `head`, and what to do: "rows in trace.db-wal
// are not read; …". Empty: nothing, or `path` is empty.
[[nodiscard]] std::string describeLogBeside(const std::string& path, std::string_view head);

}  // namespace gaplight
