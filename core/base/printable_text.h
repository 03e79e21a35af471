// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace gaplight {

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

}  // namespace gaplight
