// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/formats/chrome/json/json_number.h"

#include <cmath>
#include <string_view>

#include "core/base/digit_run.h"

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

}  // namespace gaplight
