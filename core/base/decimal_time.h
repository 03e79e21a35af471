// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>

#include "core/base/digit_run.h"

namespace gaplight {

// The slow path of nanosecondsOfMicroseconds(): any JSON number.
[[nodiscard]] std::optional<std::int64_t> nanosecondsOfAnyMicroseconds(
    std::string_view microseconds);

// The fast path of nanosecondsOfMicroseconds(): up to 16 digits before the point and three after
// it, as nearly all times have; nothing for other numbers.
[[nodiscard]] inline std::optional<std::int64_t> nanosecondsOfShortDecimal(std::string_view text) {
    constexpr std::size_t kWholeDigits = 16;
    constexpr std::uint64_t kScale[] = {1000, 100, 10, 1};
    const char* at = text.data();
    const char* const end = at + text.size();
    const bool negative = at < end && *at == '-';
    at += negative ? 1 : 0;
    std::uint64_t value = 0;
    const char* const point = takeDigits(at, end, value);
    const auto wholeDigits = static_cast<std::size_t>(point - at);
    std::size_t places = 0;
    at = point;
    if (point < end && *point == '.') {
        at = takeDigits(point + 1, end, value);
        places = static_cast<std::size_t>(at - point) - 1;
    }
    if (at != end || wholeDigits == 0 || wholeDigits > kWholeDigits || places > 3) {
        return std::nullopt;
    }
    value *= kScale[places];
    if (value > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())) {
        return std::nullopt;
    }
    const auto magnitude = static_cast<std::int64_t>(value);
    return negative ? -magnitude : magnitude;
}

// Nanoseconds of a decimal number of microseconds ("4376580490536.462", "1e3", "-0.5"), computed
// from its digits and rounded half to even: a double loses 250 ns where times count from 1970.
// Nothing unless all of `microseconds` is one number (a JSON number, or with a leading '+' or a
// bare '.') whose nanoseconds fit into 64 bits.
[[nodiscard]] inline std::optional<std::int64_t> nanosecondsOfMicroseconds(
    std::string_view microseconds) {
    const auto value = nanosecondsOfShortDecimal(microseconds);
    return value ? value : nanosecondsOfAnyMicroseconds(microseconds);
}

}  // namespace gaplight
