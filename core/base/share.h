// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "core/base/time.h"

namespace gaplight {

// Whether part / whole >= ppm / 1,000,000, without rounding; true for an empty whole if part >= 0.
// In 128 bits: nanoseconds of three hours times a million exceed 64 bits.
[[nodiscard]] constexpr bool reachesPpm(Duration part, Duration whole, std::int64_t ppm) {
    __extension__ using Wide = __int128;
    constexpr std::int64_t kPpm = 1'000'000;
    return static_cast<Wide>(part.count()) * kPpm >= static_cast<Wide>(whole.count()) * ppm;
}

// part / whole > ppm / 1,000,000, as exactly. False of an empty whole and a part of 0.
[[nodiscard]] constexpr bool exceedsPpm(Duration part, Duration whole, std::int64_t ppm) {
    return !reachesPpm(-part, -whole, ppm);
}

// reachesPpm() in percent.
[[nodiscard]] constexpr bool reachesPercent(Duration part, Duration whole, std::int64_t percent) {
    constexpr std::int64_t kPpmPerPercent = 10'000;
    return reachesPpm(part, whole, percent * kPpmPerPercent);
}

// time × ppm / 1,000,000, rounded down; in 128 bits.
[[nodiscard]] constexpr Duration shareOfTime(Duration time, std::int64_t ppm) {
    __extension__ using Wide = __int128;
    return Duration(static_cast<std::int64_t>(static_cast<Wide>(time.count()) * ppm / 1'000'000));
}

// Without its sign; exact for the smallest value too.
[[nodiscard]] constexpr std::uint64_t magnitude(std::int64_t value) {
    const auto bits = static_cast<std::uint64_t>(value);
    return value < 0 ? 0 - bits : bits;
}

}  // namespace gaplight
