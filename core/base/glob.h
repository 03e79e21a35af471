// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace gaplight {

// Wildcard patterns for names: `*` matches any characters, `?` one UTF-8 character; ASCII letters
// match both cases. There is no escape.

// Whether the pattern matches all of `text`. Used on the command line and in advice.
// O(pattern × text) at worst.
[[nodiscard]] bool matchesGlob(std::string_view pattern, std::string_view text);

// The filter of list boxes: a pattern without wildcards matches any part of `text`, one with
// wildcards as matchesGlob(); an empty pattern matches everything.
[[nodiscard]] bool matchesFilter(std::string_view pattern, std::string_view text);

}  // namespace gaplight
