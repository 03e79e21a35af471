// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <toml++/toml.h>

namespace gaplight {

// The [[cure]] tables of resources/rules/<id>.toml, in the order of the file; none where it cannot
// be parsed, which a test finds.
[[nodiscard]] std::vector<toml::table> cureTables(std::string_view id);

// A text of a table, with line breaks and runs of spaces as one space; empty where there is none.
[[nodiscard]] std::string cureText(const toml::table& cure, std::string_view key);

}  // namespace gaplight
