// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace gaplight {

// Text in which every character that Markdown may read as markup is escaped, so that it comes out
// as it is written, in a line and in a cell of a table. A line break stays one.
[[nodiscard]] std::string escapedMarkdown(std::string_view text);

}  // namespace gaplight
