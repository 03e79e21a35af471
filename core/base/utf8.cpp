// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/base/utf8.h"

namespace gaplight {
namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";

bool isContinuation(std::string_view text, std::size_t at) {
    return at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80U;
}

// Bounds of the second byte by the first: what rules out overlong forms and surrogates.
bool isSecondByteOf(unsigned char first, unsigned char second) {
    switch (first) {
        case 0xE0:
            return second >= 0xA0 && second <= 0xBF;
        case 0xED:
            return second >= 0x80 && second <= 0x9F;
        case 0xF0:
            return second >= 0x90 && second <= 0xBF;
        case 0xF4:
            return second >= 0x80 && second <= 0x8F;
        default:
            return second >= 0x80 && second <= 0xBF;
    }
}

}  // namespace

std::size_t utf8SequenceLength(std::string_view text, std::size_t at) {
    const auto first = static_cast<unsigned char>(text[at]);
    if (first < 0x80) {
        return 1;
    }
    const std::size_t length = first >= 0xF0 ? 4 : (first >= 0xE0 ? 3 : 2);
    if (first < 0xC2 || first > 0xF4 || at + length > text.size() ||
        !isSecondByteOf(first, static_cast<unsigned char>(text[at + 1]))) {
        return 0;
    }
    for (std::size_t next = 2; next < length; ++next) {
        if (!isContinuation(text, at + next)) {
            return 0;
        }
    }
    return length;
}

std::string validUtf8(std::string_view text) {
    std::string valid;
    valid.reserve(text.size());
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t length = utf8SequenceLength(text, at);
        valid += length == 0 ? kReplacement : text.substr(at, length);
        at += length == 0 ? 1 : length;
    }
    return valid;
}

std::string_view truncateUtf8(std::string_view text, std::size_t maxBytes) {
    if (text.size() <= maxBytes) {
        return text;
    }
    constexpr std::size_t kMaxContinuations = 3;
    std::size_t end = maxBytes;
    while (end > 0 && maxBytes - end < kMaxContinuations && isContinuation(text, end)) {
        --end;
    }
    const bool isInsideSequence = end + utf8SequenceLength(text, end) > maxBytes;
    return text.substr(0, isInsideSequence ? end : maxBytes);
}

void appendUtf8(std::string& text, char32_t codePoint) {
    const auto byte = [&](char32_t value) { text += static_cast<char>(value); };
    if (codePoint > 0x10FFFF || (codePoint >= 0xD800 && codePoint <= 0xDFFF)) {
        text += kReplacement;
    } else if (codePoint < 0x80) {
        byte(codePoint);
    } else if (codePoint < 0x800) {
        byte(0xC0 | (codePoint >> 6U));
        byte(0x80 | (codePoint & 0x3FU));
    } else if (codePoint < 0x10000) {
        byte(0xE0 | (codePoint >> 12U));
        byte(0x80 | ((codePoint >> 6U) & 0x3FU));
        byte(0x80 | (codePoint & 0x3FU));
    } else {
        byte(0xF0 | (codePoint >> 18U));
        byte(0x80 | ((codePoint >> 12U) & 0x3FU));
        byte(0x80 | ((codePoint >> 6U) & 0x3FU));
        byte(0x80 | (codePoint & 0x3FU));
    }
}

}  // namespace gaplight
