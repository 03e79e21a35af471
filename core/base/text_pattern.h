// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "core/base/result.h"

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

namespace re2 {
class RE2;
}

namespace gaplight {

// A search pattern: a substring or a regular expression. Copies are cheap and share the compiled
// expression; several threads may use one.
class TextPattern {
public:
    // Letters of ASCII match either case.
    [[nodiscard]] static TextPattern substring(std::string_view text);
    // RE2's syntax (github.com/google/re2/wiki/Syntax) over UTF-8: no look-around, no
    // back-references; letters match either case, `.` any character, `^` and `$` the ends of the
    // text. A byte of the text that is no UTF-8 matches nothing. Errors: BadArgument, with the part
    // that is wrong and, where that part occurs once, its place; TooLarge, if it has more than
    // 1,000 bytes or compiles to more than the limit of memory.
    [[nodiscard]] static Result<TextPattern> regex(std::string_view expression);

    // Whether the pattern occurs in the text. Expression: O(text), in at most 8 MiB whatever the
    // expression. Substring of length m: O(text × m) at worst.
    bool matches(std::string_view text) const;

private:
    TextPattern() = default;

    std::string m_lower;
    std::shared_ptr<const re2::RE2> m_regex;
};

}  // namespace gaplight
