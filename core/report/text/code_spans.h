// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gaplight {

// A part of a prose text: plain text, or code written between backticks.
struct TextRun {
    std::string_view text;
    bool code = false;

    friend bool operator==(const TextRun&, const TextRun&) = default;
};

// "try `a_b` or c" → "try ", code "a_b", " or c". A backtick without a partner is a character like
// any other. Views into `text`.
[[nodiscard]] std::vector<TextRun> codeSpans(std::string_view text);

// Prose as Markdown in which only the code spans are markup: a_b and <x> are displayed as such.
[[nodiscard]] std::string codeSpansMarkdown(std::string_view text);

// The same for a cell of a table. A row is divided into cells before its code spans are found: "|"
// ends a cell there, too, unless a backslash is before it, which is not displayed.
[[nodiscard]] std::string codeSpansTableCell(std::string_view text);

// `text` as one code span of a prose text; backticks inside become apostrophes.
[[nodiscard]] std::string codeSpan(std::string_view text);

}  // namespace gaplight
