// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/chrome/json/json_token.h"

#include <charconv>
#include <cmath>

#include "core/base/digit_run.h"
#include "core/base/printable_text.h"

namespace gaplight {
namespace {

// Without the white space around it, which strings may have.
std::string_view numberText(const Token& token) {
    std::string_view text = token.isText() ? token.text() : std::string_view();
    while (!text.empty() && isSpace(text.front())) {
        text.remove_prefix(1);
    }
    while (!text.empty() && isSpace(text.back())) {
        text.remove_suffix(1);
    }
    return text;
}

// Integers of at most 2^53 that are spelled with a point or an exponent.
std::optional<double> integralReal(std::string_view text) {
    constexpr double kExact = 9007199254740992.0;
    const auto value = parseNumber<double>(text);
    const bool isIntegral = value && std::trunc(*value) == *value && std::abs(*value) <= kExact;
    return isIntegral ? value : std::nullopt;
}

}  // namespace

std::optional<std::uint64_t> unsignedNumber(const Token& token) {
    constexpr std::uint32_t kDigitsThatFit = 19;
    const std::string_view digits = token.text();
    std::uint64_t quick = 0;
    if (token.isText() && token.length != 0 && token.length <= kDigitsThatFit &&
        takeDigits(digits.data(), digits.data() + digits.size(), quick) ==
            digits.data() + digits.size()) {
        return quick;
    }
    const std::string_view text = numberText(token);
    if (const auto value = parseNumber<std::uint64_t>(text)) {
        return value;
    }
    const auto real = integralReal(text);
    return real && *real >= 0 ? std::optional(static_cast<std::uint64_t>(*real)) : std::nullopt;
}

std::optional<std::int64_t> signedNumber(const Token& token) {
    const std::string_view text = numberText(token);
    if (const auto value = parseNumber<std::int64_t>(text)) {
        return value;
    }
    const auto real = integralReal(text);
    return real ? std::optional(static_cast<std::int64_t>(*real)) : std::nullopt;
}

std::optional<double> realNumber(const Token& token) {
    const auto value = parseNumber<double>(numberText(token));
    return value && std::isfinite(*value) ? value : std::nullopt;
}

namespace {

constexpr char32_t kReplacement = 0xFFFD;

class StringDecoder {
public:
    StringDecoder(std::string_view raw, std::string& text) : m_raw(raw), m_text(text) {}

    TextFlaws run() {
        while (m_at < m_raw.size()) {
            const auto byte = static_cast<unsigned char>(m_raw[m_at]);
            if (byte == '\\') {
                takeEscape();
            } else if (byte < ' ') {
                m_flaws.controlCharacter = true;
                m_text += ' ';
                ++m_at;
            } else if (byte < 0x80) {
                m_text += m_raw[m_at++];
            } else {
                takeSequence();
            }
        }
        return m_flaws;
    }

private:
    void takeSequence() {
        const std::size_t length = utf8SequenceLength(m_raw, m_at);
        if (length == 0) {
            m_flaws.invalidUtf8 = true;
            appendUtf8(m_text, kReplacement);
            ++m_at;
        } else {
            m_text += m_raw.substr(m_at, length);
            m_at += length;
        }
    }

    void takeEscape() {
        constexpr std::string_view kEscapes = "\"\\/bfnrt";
        constexpr std::string_view kMeanings = "\"\\/\b\f\n\r\t";
        const char kind = m_at + 1 < m_raw.size() ? m_raw[m_at + 1] : '\0';
        const std::size_t known = kEscapes.find(kind);
        if (kind != '\0' && known != std::string_view::npos) {
            m_text += kMeanings[known];
            m_at += 2;
        } else if (kind != 'u' || !takeCodePoint()) {
            m_flaws.badEscape = true;
            m_text += m_raw[m_at++];
        }
    }

    // Four hexadecimal digits after "\u" at `at`, or -1.
    int codeUnit(std::size_t at) const {
        if (at + 6 > m_raw.size() || m_raw[at] != '\\' || m_raw[at + 1] != 'u') {
            return -1;
        }
        int unit = 0;
        const char* begin = m_raw.data() + at + 2;
        const auto [end, error] = std::from_chars(begin, begin + 4, unit, 16);
        return error == std::errc() && end == begin + 4 && unit >= 0 ? unit : -1;
    }

    bool takeCodePoint() {
        const int first = codeUnit(m_at);
        if (first < 0) {
            return false;
        }
        m_at += 6;
        auto codePoint = static_cast<char32_t>(first);
        if (first >= 0xD800 && first < 0xDC00) {
            const int second = codeUnit(m_at);
            if (second >= 0xDC00 && second < 0xE000) {
                m_at += 6;
                codePoint = 0x10000 + ((codePoint - 0xD800) << 10U) +
                            (static_cast<char32_t>(second) - 0xDC00);
            } else {
                m_flaws.badEscape = true;
                codePoint = kReplacement;
            }
        } else if (first >= 0xDC00 && first < 0xE000) {
            m_flaws.badEscape = true;
            codePoint = kReplacement;
        }
        appendUtf8(m_text, codePoint == 0 ? kReplacement : codePoint);
        return true;
    }

    std::string_view m_raw;
    std::string& m_text;
    std::size_t m_at = 0;
    TextFlaws m_flaws;
};

}  // namespace

TextFlaws decodeJsonString(std::string_view raw, std::string& text) {
    text.clear();
    return StringDecoder(raw, text).run();
}

}  // namespace gaplight
