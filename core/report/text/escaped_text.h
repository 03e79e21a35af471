// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gaplight {

// Text written so that another syntax reads it as text, and no program acts on it: characters that
// act (core/base/printable_text.h) are replaced or escaped. Markdown: core/base/printable_text.h.

// A line of CSV (RFC 4180), ended by CR LF; cells are quoted only where they have to be. A cell
// that a spreadsheet would compute, "=HYPERLINK(...)", begins with an apostrophe; numbers stay
// numbers.
[[nodiscard]] std::string csvLine(const std::vector<std::string>& cells);

// JSON with characters that act written as \uXXXX, which is the same JSON in other bytes. `json`
// has control characters below U+0020 only between its values.
[[nodiscard]] std::string escapedJson(std::string json);

// A path as a URI (RFC 3986): "/a b.py" → "file:///a%20b.py"; a relative path stays one, without a
// scheme: "javascript:x" → "javascript%3Ax".
[[nodiscard]] std::string fileUri(std::string_view path);

// A word of a POSIX shell command; in single quotes only where it has to be.
[[nodiscard]] std::string shellWord(std::string_view word);

// Text between tags or in a quoted attribute, with its line feeds; bytes that XML cannot hold are
// replaced.
[[nodiscard]] std::string xmlText(std::string_view text);

// Text as HTML in which nothing is markup; control characters and invalid UTF-8 are replaced.
[[nodiscard]] std::string escapedHtml(std::string_view text);

// A part of a prose text: plain text, or code written between backticks.
struct TextRun {
    std::string_view text;
    bool code = false;

    friend bool operator==(const TextRun&, const TextRun&) = default;
};

// "try `a_b` or c" → "try ", code "a_b", " or c". A backtick without a partner is a character like
// any other. Views into `text`.
[[nodiscard]] std::vector<TextRun> codeSpans(std::string_view text);

// The same without the backticks around code.
[[nodiscard]] std::string plainProse(std::string_view text);

// Prose as Markdown in which only the code spans are markup: a_b and <x> are displayed as such.
[[nodiscard]] std::string codeSpansMarkdown(std::string_view text);

// The same for a cell of a table. A row is divided into cells before its code spans are found: "|"
// ends a cell there, too, unless a backslash is before it, which is not displayed.
[[nodiscard]] std::string codeSpansTableCell(std::string_view text);

// `text` as one code span of a prose text; backticks inside become apostrophes.
[[nodiscard]] std::string codeSpan(std::string_view text);

// Plain spaces in place of thin ones, which scripts do not split at.
[[nodiscard]] std::string withPlainSpaces(std::string_view text);

}  // namespace gaplight
