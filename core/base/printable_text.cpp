// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/base/printable_text.h"

#include <algorithm>
#include <cstddef>

#include "core/base/utf8.h"

namespace gaplight {
namespace {

constexpr std::string_view kReplacementCharacter = "\xEF\xBF\xBD";

bool isPrintableAscii(char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte >= 0x20 && byte < 0x7F;
}

// `keptControls`: control characters that stay.
std::string withoutActing(std::string_view text, std::string_view keptControls) {
    std::string safe;
    safe.reserve(text.size());
    for (std::size_t at = 0; at < text.size();) {
        if (isPrintableAscii(text[at]) || keptControls.find(text[at]) != std::string_view::npos) {
            safe += text[at++];
            continue;
        }
        const std::size_t length = utf8SequenceLength(text, at);
        const char32_t character = length == 0 ? 0xFFFD : codePointAt(text, at, length);
        if (length == 0 || isBidiMark(character)) {
            safe += kReplacementCharacter;
        } else if (isActing(character)) {
            safe += ' ';
        } else {
            safe += text.substr(at, length);
        }
        at += std::max<std::size_t>(length, 1);
    }
    return safe;
}

}  // namespace

char32_t codePointAt(std::string_view text, std::size_t at, std::size_t length) {
    constexpr unsigned char kFirstMask[] = {0xFF, 0x7F, 0x1F, 0x0F, 0x07};
    char32_t value = static_cast<unsigned char>(text[at]) & kFirstMask[length];
    for (std::size_t next = 1; next < length; ++next) {
        value = (value << 6U) | (static_cast<unsigned char>(text[at + next]) & 0x3FU);
    }
    return value;
}

bool isPrintable(std::string_view text) {
    for (std::size_t at = 0; at < text.size();) {
        if (isPrintableAscii(text[at])) {
            ++at;
            continue;
        }
        const std::size_t length = utf8SequenceLength(text, at);
        if (length == 0 || isActing(codePointAt(text, at, length))) {
            return false;
        }
        at += length;
    }
    return true;
}

std::string printable(std::string_view text) {
    return withoutActing(text, {});
}

std::string printableLines(std::string_view text) {
    return withoutActing(text, "\t\n");
}

}  // namespace gaplight
