// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

namespace gaplight {

// A function of queries beyond those of SQLite.
struct QueryFunction {
    std::string_view name;
    std::string_view arguments;  // "begin, end, begin, end"
    std::string_view description;
};

[[nodiscard]] std::span<const QueryFunction> queryFunctions();

}  // namespace gaplight
