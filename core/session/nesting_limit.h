// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string_view>

#include "core/base/result.h"

namespace gaplight {

// Parsers build a tree of small objects and free it recursively: a few kilobytes of brackets or
// dotted keys would take gigabytes or the whole stack. These checks run before the parser, in one
// pass over the text without memory. They accept some texts that are not well-formed; the parser
// refuses those. Errors: BadArgument.
inline constexpr std::size_t kMaxNesting = 32;

// At most kMaxNesting brackets inside one another, and `maxValues` commas and brackets.
[[nodiscard]] Result<void> checkJsonNesting(std::string_view text, std::size_t maxValues);

// At most kMaxNesting brackets inside one another, and so many dots outside strings in a line
// ("[a.b.c]" is a table in a table in a table).
[[nodiscard]] Result<void> checkTomlNesting(std::string_view text);

}  // namespace gaplight
