// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace gaplight {

// The patterns that users write for names: `*` stands for any characters, `?` for one character of
// UTF-8; letters of ASCII match either case. There is no escape.

// Whether the pattern describes all of `text`: what a pattern names on the command line and in
// advice. O(pattern × text) at worst.
[[nodiscard]] bool matchesGlob(std::string_view pattern, std::string_view text);

// What narrows a list while it is typed: without wildcards a part of the text, else matchesGlob().
// An empty pattern lets everything through.
[[nodiscard]] bool matchesFilter(std::string_view pattern, std::string_view text);

}  // namespace gaplight
