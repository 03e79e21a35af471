// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/base/decimal_time.h"

#include <limits>

namespace gaplight {
namespace {

__extension__ using Wide = unsigned __int128;

constexpr bool isDigit(char c) {
    return c >= '0' && c <= '9';
}

// More than this many significant digits cannot matter: 2^63 ns has 19.
constexpr int kKeptDigits = 25;

// A decimal number taken apart: value = digits * 10^exponent, plus `dropped` when a digit other
// than 0 was not kept.
struct Decimal {
    Wide digits = 0;
    std::int64_t exponent = 0;
    bool negative = false;
    bool dropped = false;
};

class DecimalReader {
public:
    explicit DecimalReader(std::string_view text) : m_text(text) {}

    std::optional<Decimal> read() {
        m_number.negative = !atEnd() && m_text[m_at] == '-';
        if (!atEnd() && (m_text[m_at] == '-' || m_text[m_at] == '+')) {
            ++m_at;
        }
        std::size_t count = readDigits(0);
        if (!atEnd() && m_text[m_at] == '.') {
            ++m_at;
            count += readDigits(-1);
        }
        if (count == 0 || !readExponent() || !atEnd()) {
            return std::nullopt;
        }
        return m_number;
    }

private:
    bool atEnd() const { return m_at == m_text.size(); }

    // `exponentStep` is what one more digit does to the exponent: 0 before the point, -1 after.
    std::size_t readDigits(int exponentStep) {
        const std::size_t begin = m_at;
        for (; !atEnd() && isDigit(m_text[m_at]); ++m_at) {
            const auto digit = static_cast<unsigned>(m_text[m_at] - '0');
            if (m_kept < kKeptDigits) {
                m_number.digits = m_number.digits * 10 + digit;
                m_kept += m_number.digits != 0 ? 1 : 0;
                m_number.exponent += exponentStep;
            } else {
                m_number.dropped = m_number.dropped || digit != 0;
                m_number.exponent += exponentStep + 1;
            }
        }
        return m_at - begin;
    }

    bool readExponent() {
        if (atEnd() || (m_text[m_at] | 0x20) != 'e') {
            return true;
        }
        ++m_at;
        const bool negative = !atEnd() && m_text[m_at] == '-';
        if (!atEnd() && (m_text[m_at] == '-' || m_text[m_at] == '+')) {
            ++m_at;
        }
        const std::size_t begin = m_at;
        std::int64_t exponent = 0;
        for (; !atEnd() && isDigit(m_text[m_at]); ++m_at) {
            // Far beyond any that could still be held; stops growing so as not to overflow.
            exponent =
                exponent < 1'000'000'000'000 ? exponent * 10 + (m_text[m_at] - '0') : exponent;
        }
        m_number.exponent += negative ? -exponent : exponent;
        return m_at > begin;
    }

    std::string_view m_text;
    std::size_t m_at = 0;
    int m_kept = 0;
    Decimal m_number;
};

// digits / 10^places, half to even.
Wide roundedQuotient(const Decimal& number, std::int64_t places) {
    Wide quotient = number.digits;
    unsigned lastDigit = 0;
    bool rest = number.dropped;
    for (std::int64_t i = 0; i < places; ++i) {
        rest = rest || lastDigit != 0;
        lastDigit = static_cast<unsigned>(quotient % 10);
        quotient /= 10;
        if (quotient == 0 && lastDigit == 0) {
            return 0;
        }
    }
    const bool up = lastDigit > 5 || (lastDigit == 5 && (rest || quotient % 2 == 1));
    return quotient + (up ? 1 : 0);
}

std::optional<std::int64_t> toNanoseconds(const Decimal& number) {
    constexpr std::int64_t kNanosecondsExponent = 3;
    const std::int64_t exponent = number.exponent + kNanosecondsExponent;
    const Wide limit = Wide{std::numeric_limits<std::int64_t>::max()} + (number.negative ? 1 : 0);
    Wide magnitude = number.digits;
    if (exponent < 0) {
        magnitude = roundedQuotient(number, -exponent);
    } else if (magnitude != 0) {
        for (std::int64_t i = 0; i < exponent && magnitude <= limit; ++i) {
            magnitude *= 10;
        }
    }
    if (magnitude > limit) {
        return std::nullopt;
    }
    const auto bits = static_cast<std::uint64_t>(magnitude);
    return static_cast<std::int64_t>(number.negative ? 0 - bits : bits);
}

}  // namespace

std::optional<std::int64_t> nanosecondsOfAnyMicroseconds(std::string_view microseconds) {
    const auto number = DecimalReader(microseconds).read();
    return number ? toNanoseconds(*number) : std::nullopt;
}

}  // namespace gaplight
