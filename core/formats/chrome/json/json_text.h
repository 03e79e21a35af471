// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace gaplight {

// Irregularities of a JSON string.
struct TextFlaws {
    bool badEscape = false;
    bool controlCharacter = false;
    bool invalidUtf8 = false;
};

// Decodes `raw`, the inside of a JSON string, into `text`. Never fails: an unknown or cut escape
// stays as written, half a surrogate pair and NUL become U+FFFD, a raw control character becomes
// a space, and a byte that is not UTF-8 becomes U+FFFD.
TextFlaws decodeJsonString(std::string_view raw, std::string& text);

}  // namespace gaplight
