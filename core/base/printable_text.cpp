// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/base/printable_text.h"

#include <algorithm>
#include <cstddef>

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

bool precedesInList(std::string_view a, std::string_view b) {
    const auto isDigit = [](char c) { return c >= '0' && c <= '9'; };
    while (!a.empty() && !b.empty()) {
        const char first = lowerAscii(a.front());
        const char second = lowerAscii(b.front());
        if (isDigit(first) && isDigit(second)) {
            const auto digits = [&](std::string_view& text) {
                text.remove_prefix(std::min(text.find_first_not_of('0'), text.size()));
                const auto end = std::find_if_not(text.begin(), text.end(), isDigit);
                const std::string_view run(text.begin(), end);
                text.remove_prefix(run.size());
                return run;
            };
            const std::string_view left = digits(a);
            const std::string_view right = digits(b);
            if (left != right) {
                return left.size() != right.size() ? left.size() < right.size() : left < right;
            }
        } else if (first != second) {
            return first < second;
        } else {
            a.remove_prefix(1);
            b.remove_prefix(1);
        }
    }
    return a.size() < b.size();
}

std::string withForwardSlashes(std::string path) {
    std::ranges::replace(path, '\\', '/');
    return path;
}

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

namespace {

constexpr std::string_view kMarkup = "\\|*_`<>[]#~";

constexpr std::string_view kLettersAndDigits =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

// "lt;": what follows the "&" of an entity.
bool isEntityName(std::string_view text) {
    const std::size_t end = text.find_first_not_of(kLettersAndDigits);
    return end != std::string_view::npos && end > 0 && text[end] == ';';
}

// Whether the character at `at` begins an entity ("&lt;") or belongs to an address that becomes a
// link without any brackets ("http://a.b", "www.a.b").
bool isMarkupInContext(std::string_view text, std::size_t at) {
    const std::string_view rest = text.substr(at + 1);
    switch (text[at]) {
        case '&':
            return isEntityName(rest);
        case ':':
            return rest.starts_with("//");
        case '.':
            return text.substr(0, at).ends_with("www");
        default:
            return false;
    }
}

}  // namespace

std::string escapedMarkdown(std::string_view text) {
    std::string escaped;
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (kMarkup.find(text[at]) != std::string_view::npos || isMarkupInContext(text, at)) {
            escaped += '\\';
        }
        escaped += text[at];
    }
    return escaped;
}

}  // namespace gaplight
