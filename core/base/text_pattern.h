// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/base/regex_matcher.h"
#include "core/base/result.h"

namespace gaplight {

// What the user looks for in texts: a part of them, parts with `*` in between, or a regular
// expression (regex_program.h).
// Letters of ASCII match either case. Not for several threads at once: copy it.
class TextPattern {
public:
    [[nodiscard]] static TextPattern substring(std::string_view text);
    // The same, but `*` represents any characters: its parts are in the text in this order. What
    // lies before the first and behind the last one is free.
    [[nodiscard]] static TextPattern glob(std::string_view text);
    // Errors: those of compileRegex().
    [[nodiscard]] static Result<TextPattern> regex(std::string_view expression);

    // O(text); a substring of length m: O(text × m) at worst.
    [[nodiscard]] bool matches(std::string_view text);

private:
    TextPattern() = default;

    std::string m_lower;
    bool m_isGlob = false;
    std::optional<RegexMatcher> m_regex;
};

}  // namespace gaplight
