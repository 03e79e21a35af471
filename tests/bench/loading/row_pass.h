// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace gaplight::bench {

// Seconds in which SQLite steps through all rows of a database on one thread and gives each of
// their integers: what any reader must at least do. Throws std::runtime_error where that fails.
[[nodiscard]] double rowPass(const std::string& path);

}  // namespace gaplight::bench
