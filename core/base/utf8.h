// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace gaplight {

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

}  // namespace gaplight
