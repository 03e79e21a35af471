// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string_view>

#include "core/base/printable_text.h"

namespace gaplight::ui {

// Calls `visit(char32_t)` for every character of a text. Bytes that are no UTF-8 give U+FFFD, one
// for each, so that text from a damaged file can be measured and painted as it is.
template <class Visit>
void walkUtf8(std::string_view text, Visit&& visit) {
    constexpr char32_t kReplacement = 0xFFFD;
    std::size_t at = 0;
    while (at < text.size()) {
        const auto lead = static_cast<unsigned char>(text[at]);
        if (lead < 0x80) {
            visit(static_cast<char32_t>(lead));
            ++at;
            continue;
        }
        const std::size_t length = utf8SequenceLength(text, at);
        if (length == 0) {
            visit(kReplacement);
            ++at;
            continue;
        }
        char32_t character = lead & (0xFFU >> (length + 1));
        for (std::size_t next = 1; next < length; ++next) {
            character = (character << 6U) | (static_cast<unsigned char>(text[at + next]) & 0x3FU);
        }
        visit(character);
        at += length;
    }
}

}  // namespace gaplight::ui
