// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace gaplight {

// JSON's white space.
[[nodiscard]] constexpr bool isSpace(char c) {
    return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}

[[nodiscard]] constexpr bool isDigit(char c) {
    return c >= '0' && c <= '9';
}

// What numbers, literals and their misspellings (NaN, -Infinity, None) are made of.
[[nodiscard]] constexpr bool isScalarCharacter(char c) {
    return isDigit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '+' || c == '-' ||
           c == '.' || c == '_';
}

// Text handed to these functions must be readable this far beyond its end.
inline constexpr std::size_t kTextPadding = 64;

enum class TokenKind : std::uint8_t { None, String, Scalar, Nested };

// One value of an event, as written in the text. None: absent, or null.
struct Token {
    const char* begin = nullptr;  // strings: after the quote
    std::uint32_t length = 0;     // strings: without quotes
    TokenKind kind = TokenKind::None;
    bool plain = true;  // strings: no escapes, nothing but printable ASCII

    std::string_view text() const { return {begin, length}; }
    bool isText() const { return kind == TokenKind::String || kind == TokenKind::Scalar; }
};

// A position in an event's text. Each function moves `at` after the token it reads, or returns
// false if there is no such token (JSON, with the tolerances of checkEvent).
class TokenCursor {
public:
    TokenCursor(const char* begin, const char* end) : m_at(begin), m_end(end) {}

    const char* at() const { return m_at; }
    bool atEnd() const { return m_at >= m_end; }
    void jump(const char* to) { m_at = to; }

    // Also past control characters, which some writers leave between tokens. The end of an event
    // is a bracket, so that no test for the end is needed.
    void skipSpace() {
        while (static_cast<unsigned char>(*m_at) <= ' ' && m_at < m_end) {
            ++m_at;
        }
    }

    bool take(char c) {
        if (m_at >= m_end || *m_at != c) {
            return false;
        }
        ++m_at;
        return true;
    }

    // At an opening quote.
    bool takeString(Token& token) {
        token.begin = ++m_at;
        token.kind = TokenKind::String;
        token.plain = true;
        m_at = stringEnd(m_at, token.plain);
        token.length = static_cast<std::uint32_t>(m_at - token.begin);
        return take('"');
    }

    // A value of any kind. `nestedEnd`: end of an object or array at this place if known, else it
    // is searched.
    bool takeValue(Token& token, const char* nestedEnd = nullptr) {
        if (m_at >= m_end) {
            return false;
        }
        if (*m_at == '"') {
            return takeString(token);
        }
        token.begin = m_at;
        token.plain = true;
        if (*m_at == '{' || *m_at == '[') {
            token.kind = TokenKind::Nested;
            m_at = nestedEnd != nullptr ? nestedEnd : nestedValueEnd(m_at);
            token.length = static_cast<std::uint32_t>(m_at - token.begin);
            return m_at <= m_end && nestedIsClosed();
        }
        m_at = scalarEnd(m_at);
        token.length = static_cast<std::uint32_t>(m_at - token.begin);
        token.kind = token.text() == "null" ? TokenKind::None : TokenKind::Scalar;
        return token.length != 0 && m_at <= m_end;
    }

private:
    bool nestedIsClosed() const { return m_at[-1] == '}' || m_at[-1] == ']'; }

    // The first byte that cannot be part of a number or literal. The bytes before are not checked.
    const char* scalarEnd(const char* at) const {
#if defined(__SSE2__)
        const __m128i comma = _mm_set1_epi8(',');
        const __m128i brace = _mm_set1_epi8('}');
        const __m128i quote = _mm_set1_epi8('"');
        const __m128i fold = _mm_set1_epi8(0x20);
        const __m128i afterSpace = _mm_set1_epi8('!');
        for (; at < m_end; at += 16) {
            const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(at));  // NOLINT
            const __m128i closes = _mm_cmpeq_epi8(_mm_or_si128(bytes, fold), brace);
            const __m128i marks =
                _mm_or_si128(_mm_cmpeq_epi8(bytes, comma), _mm_cmpeq_epi8(bytes, quote));
            // Signed: also bytes from 0x80 on.
            const __m128i spaces = _mm_cmplt_epi8(bytes, afterSpace);
            const auto ends = static_cast<unsigned>(
                _mm_movemask_epi8(_mm_or_si128(_mm_or_si128(closes, marks), spaces)));
            if (ends != 0) {
                at += std::countr_zero(ends);
                break;
            }
        }
        return at < m_end ? at : m_end;
#else
        while (at < m_end && isScalarCharacter(*at)) {
            ++at;
        }
        return at;
#endif
    }

    // The closing quote, or the end.
    const char* stringEnd(const char* at, bool& plain) const {
#if defined(__SSE2__)
        const __m128i quote = _mm_set1_epi8('"');
        const __m128i backslash = _mm_set1_epi8('\\');
        const __m128i space = _mm_set1_epi8(' ');
        for (; at < m_end; at += 16) {
            const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(at));  // NOLINT
            const auto quotes =
                static_cast<unsigned>(_mm_movemask_epi8(_mm_cmpeq_epi8(bytes, quote)));
            const auto escapes =
                static_cast<unsigned>(_mm_movemask_epi8(_mm_cmpeq_epi8(bytes, backslash)));
            // Signed: also bytes from 0x80 on.
            const auto odd = static_cast<unsigned>(_mm_movemask_epi8(_mm_cmplt_epi8(bytes, space)));
            const unsigned before = quotes == 0 ? 0xffffU : (quotes & (0U - quotes)) - 1;
            if (((escapes | odd) & before) != 0) {
                plain = false;
            }
            if ((escapes & before) != 0) {
                return stringEndByByte(at);
            }
            if (quotes != 0) {
                const char* end = at + std::countr_zero(quotes);
                return end < m_end ? end : m_end;
            }
        }
        return m_end;
#else
        for (const char* byte = at; byte < m_end && *byte != '"'; ++byte) {
            if (*byte == '\\' || *byte < ' ') {
                plain = false;
                return stringEndByByte(at);
            }
        }
        return stringEndByByte(at);
#endif
    }

    const char* stringEndByByte(const char* at) const {
        while (at < m_end && *at != '"') {
            at += *at == '\\' ? 2 : 1;
        }
        return at < m_end ? at : m_end;
    }

    // Behind the bracket that closes the one at `at`, or after the end.
    const char* nestedValueEnd(const char* at) const {
        int depth = 0;
        while (at < m_end) {
            const char c = *at;
            ++at;
            if (c == '"') {
                bool plain = true;
                at = stringEnd(at, plain) + 1;
            } else if (c == '{' || c == '[') {
                ++depth;
            } else if ((c == '}' || c == ']') && --depth == 0) {
                return at;
            }
        }
        return m_end + 1;
    }

    const char* m_at;
    const char* m_end;
};

// Calls `visit(key, value)` for each entry of an object, in order, until it returns false or the
// text is no longer readable. Nested values are skipped as one token. Allocates nothing: used for
// every event of a file; args of one event are read by simdjson (event_args).
template <class Visit>
void walkObject(const Token& object, Visit&& visit) {
    if (object.kind != TokenKind::Nested || *object.begin != '{') {
        return;
    }
    TokenCursor cursor(object.begin + 1, object.begin + object.length);
    for (;;) {
        cursor.skipSpace();
        if (cursor.take(',')) {
            continue;
        }
        Token key;
        if (cursor.atEnd() || *cursor.at() != '"' || !cursor.takeString(key)) {
            return;
        }
        cursor.skipSpace();
        if (!cursor.take(':')) {
            return;
        }
        cursor.skipSpace();
        Token value;
        if (!cursor.takeValue(value) || !visit(key, value)) {
            return;
        }
    }
}

// Calls `visit(value)` for each element of an array, likewise.
template <class Visit>
void walkArray(const Token& array, Visit&& visit) {
    if (array.kind != TokenKind::Nested || *array.begin != '[') {
        return;
    }
    TokenCursor cursor(array.begin + 1, array.begin + array.length);
    for (;;) {
        cursor.skipSpace();
        if (cursor.take(',')) {
            continue;
        }
        Token value;
        if (!cursor.takeValue(value) || !visit(value)) {
            return;
        }
    }
}

// The number in a token, spelled as a number or as a string; empty if it is none of that type.
// Integers never pass through a double, but for those spelled "5.0" or "1e3", which are read up to
// 2^53.
[[nodiscard]] std::optional<std::uint64_t> unsignedNumber(const Token& token);
[[nodiscard]] std::optional<std::int64_t> signedNumber(const Token& token);
// Finite only.
[[nodiscard]] std::optional<double> realNumber(const Token& token);

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
