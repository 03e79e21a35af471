// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace gaplight {

[[nodiscard]] constexpr char lowerAscii(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
}

// The order of names in a list: without case, runs of digits as numbers ("rank2" before "rank10").
[[nodiscard]] bool precedesInList(std::string_view a, std::string_view b);

// The path of a source with the separator of all systems but Windows, so that whoever reads a path
// has one form to know: "torch\nn\module.py" → "torch/nn/module.py".
[[nodiscard]] std::string withForwardSlashes(std::string path);

// Length in bytes of the well-formed UTF-8 sequence that begins at `at`, or 0 if there is none
// (Unicode 15, table 3-7: no overlong forms, no surrogates, nothing above U+10FFFF).
[[nodiscard]] std::size_t utf8SequenceLength(std::string_view text, std::size_t at);

// `text` with every byte that is not part of a well-formed sequence replaced by U+FFFD.
[[nodiscard]] std::string validUtf8(std::string_view text);

// The longest start of `text` of at most `maxBytes` bytes that ends between two sequences; bytes
// that are no UTF-8 are cut anywhere.
[[nodiscard]] std::string_view truncateUtf8(std::string_view text, std::size_t maxBytes);

// Appends a code point; surrogates and values above U+10FFFF become U+FFFD.
void appendUtf8(std::string& text, char32_t codePoint);

// Names come from traces that anybody may have written. Three kinds of characters in them act on a
// program that displays them:
//
//     control characters    C0, DEL, C1: "\x1b[2J" clears a terminal
//     line separators       U+2028, U+2029: begin a line where none is expected
//     bidirectional marks   "kernel\u202Egpj.exe" is displayed as "kernelexe.jpg"
//
// Every output passes names through a function of this file or of one that calls it.

// U+061C, U+200E, U+200F, U+202A to U+202E, U+2066 to U+2069: change the direction of the text that
// follows without being visible.
[[nodiscard]] constexpr bool isBidiMark(char32_t character) {
    return character == 0x061C || character == 0x200E || character == 0x200F ||
           (character >= 0x202A && character <= 0x202E) ||
           (character >= 0x2066 && character <= 0x2069);
}

// Whether a character is of one of the three kinds above.
[[nodiscard]] constexpr bool isActing(char32_t character) {
    return character < 0x20 || (character >= 0x7F && character < 0xA0) || character == 0x2028 ||
           character == 0x2029 || isBidiMark(character);
}

// The code point of the well-formed UTF-8 sequence of `length` bytes (utf8SequenceLength()) at
// `at`.
[[nodiscard]] char32_t codePointAt(std::string_view text, std::size_t at, std::size_t length);

// Whether `text` is well-formed UTF-8 in which no character acts. Linear; one comparison per byte
// for ASCII.
[[nodiscard]] bool isPrintable(std::string_view text);

// `text` on one line: control characters and line separators become spaces, bidirectional marks and
// bytes that are no UTF-8 become U+FFFD.
[[nodiscard]] std::string printable(std::string_view text);

// The same with tabs and line feeds kept.
[[nodiscard]] std::string printableLines(std::string_view text);

// Text in which every character that Markdown may read as markup is escaped, so that it comes out
// as it is written, in a line and in a cell of a table. A line break stays one.
[[nodiscard]] std::string escapedMarkdown(std::string_view text);

}  // namespace gaplight
