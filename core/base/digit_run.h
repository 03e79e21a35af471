// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>
#include <variant>

namespace gaplight {

// Eight ASCII digits as one number, with three multiplications instead of eight; false where
// they are not all digits. After Lemire, "Quickly parsing eight digits" (2018).
[[nodiscard]] inline bool readEightDigits(const char* at, std::uint64_t& number) {
    std::uint64_t bytes = 0;
    std::memcpy(&bytes, at, sizeof bytes);
    if constexpr (std::endian::native != std::endian::little) {
        bytes = __builtin_bswap64(bytes);
    }
    constexpr std::uint64_t kHighHalves = 0xf0f0f0f0f0f0f0f0ULL;
    constexpr std::uint64_t kZeros = 0x3030303030303030ULL;
    const std::uint64_t above = bytes + 0x0606060606060606ULL;
    if ((bytes & kHighHalves) != kZeros || (above & kHighHalves) != kZeros) {
        return false;
    }
    bytes = (bytes & 0x0f0f0f0f0f0f0f0fULL) * 2561 >> 8U;
    bytes = (bytes & 0x00ff00ff00ff00ffULL) * 6553601 >> 16U;
    number = (bytes & 0x0000ffff0000ffffULL) * 42949672960001 >> 32U;
    return true;
}

// Appends the digits that begin at `at` to `value`, which wraps beyond 19 of them, and gives
// where they end.
[[nodiscard]] inline const char* takeDigits(const char* at, const char* end, std::uint64_t& value) {
    std::uint64_t eight = 0;
    while (end - at >= 8 && readEightDigits(at, eight)) {
        value = value * 100'000'000 + eight;
        at += 8;
    }
    for (; at < end && *at >= '0' && *at <= '9'; ++at) {
        value = value * 10 + static_cast<unsigned>(*at - '0');
    }
    return at;
}

// The number that all of `text` is: decimal, with a sign of minus where `Number` has one. Empty
// where something else is in it, and where the number does not fit.
template <class Number>
[[nodiscard]] std::optional<Number> parseNumber(std::string_view text) {
    Number number{};
    const char* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, number);
    return error == std::errc{} && stop == end ? std::optional(number) : std::nullopt;
}

// The integer that a std::variant holds as std::int64_t, std::uint64_t or text (parseNumber). Empty
// where it does not fit, and for what else it may hold.
template <class Variant>
[[nodiscard]] std::optional<std::int64_t> integerIn(const Variant& value) {
    if (const auto* number = std::get_if<std::int64_t>(&value)) {
        return *number;
    }
    if (const auto* number = std::get_if<std::uint64_t>(&value)) {
        return std::in_range<std::int64_t>(*number)
                   ? std::optional(static_cast<std::int64_t>(*number))
                   : std::nullopt;
    }
    const auto* text = std::get_if<std::string_view>(&value);
    return text == nullptr ? std::nullopt : parseNumber<std::int64_t>(*text);
}

}  // namespace gaplight
