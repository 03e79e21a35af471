// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/base/duration_text.h"

#include <array>
#include <cstdint>
#include <limits>

#include "core/base/share.h"

namespace gaplight {
namespace {

struct Unit {
    std::string_view name;
    std::uint64_t ns;
    std::uint64_t below;  // used for durations shorter than this
};
constexpr std::uint64_t kSecond = 1'000'000'000;
constexpr std::uint64_t kForever = std::numeric_limits<std::uint64_t>::max();
constexpr std::array kDurationUnits{
    Unit{"ns", 1, 1'000},
    Unit{"µs", 1'000, 1'000'000},
    Unit{"ms", 1'000'000, kSecond},
    Unit{"s", kSecond, 1'000 * kSecond},
    Unit{"min", 60 * kSecond, 60'000 * kSecond},
    Unit{"h", 3'600 * kSecond, 3'600'000 * kSecond},
    Unit{"d", 86'400 * kSecond, kForever},
};

struct Digits {
    std::uint64_t scaled = 0;  // value in units x 10^decimals, rounded
    int decimals = 0;
};

constexpr std::array<std::uint64_t, 3> kPowers{1, 10, 100};

Digits digitsIn(std::uint64_t value, const Unit& unit) {
    const std::uint64_t whole = value / unit.ns;
    const std::uint64_t rest = value % unit.ns;
    const int decimals = unit.ns == 1 || whole >= 100 ? 0 : (whole >= 10 ? 1 : 2);
    const std::uint64_t power = kPowers[static_cast<std::size_t>(decimals)];
    const std::uint64_t scaled = whole * power + (rest * power + unit.ns / 2) / unit.ns;
    // 9.996 has become 10.00: one decimal less.
    if (decimals > 0 && scaled >= 1'000) {
        return {scaled / 10, decimals - 1};
    }
    return {scaled, decimals};
}

std::string textOf(std::uint64_t value) {
    std::size_t at = 0;
    while (value >= kDurationUnits[at].below) {
        ++at;
    }
    Digits digits = digitsIn(value, kDurationUnits[at]);
    // 999.7 µs has become 1000 µs: write 1.00 ms.
    if (at + 1 < kDurationUnits.size() && digits.decimals == 0 &&
        digits.scaled * kDurationUnits[at].ns >= kDurationUnits[at].below) {
        ++at;
        digits = digitsIn(kDurationUnits[at - 1].below, kDurationUnits[at]);
    }
    std::string text = std::to_string(digits.scaled);
    if (digits.decimals > 0) {
        text.insert(text.size() - static_cast<std::size_t>(digits.decimals), 1, '.');
    }
    constexpr std::string_view kThinSpace = "\u2009";
    return text.append(kThinSpace).append(kDurationUnits[at].name);
}

tl::unexpected<Error> notADuration(std::string_view text) {
    return fail(ErrorCode::BadArgument,
                "'" + std::string(text) +
                    "' is not a duration: expected a number with ns, us, ms, s, min or h, as in "
                    "12.5ms");
}

std::uint64_t unitNamed(std::string_view name) {
    while (!name.empty() && name.front() == ' ') {
        name.remove_prefix(1);
    }
    for (const Unit& unit : kDurationUnits) {
        if (unit.name == name) {
            return unit.ns;
        }
    }
    // ASCII, and the Greek letter that some keyboards give for the micro sign.
    return name == "us" || name == "μs" ? 1'000 : 0;
}

}  // namespace

std::string durationText(Duration duration) {
    return (duration.count() < 0 ? "\u2212" : "") + textOf(magnitude(duration.count()));
}

Result<Duration> parseDuration(std::string_view text) {
    const auto isDigit = [](char c) { return c >= '0' && c <= '9'; };
    std::size_t at = 0;
    std::uint64_t whole = 0;
    for (; at < text.size() && isDigit(text[at]); ++at) {
        whole = whole * 10 + static_cast<std::uint64_t>(text[at] - '0');
        if (whole > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()) / 10) {
            return notADuration(text);
        }
    }
    const std::size_t wholeDigits = at;
    std::size_t fractionBegin = at;
    if (at < text.size() && text[at] == '.') {
        fractionBegin = ++at;
        while (at < text.size() && isDigit(text[at])) {
            ++at;
        }
    }
    const std::size_t fractionEnd = at;
    const std::uint64_t unit = unitNamed(text.substr(at));
    const bool hasDigits = wholeDigits > 0 || fractionEnd > fractionBegin;
    if (hasDigits && unit == 0 && at == text.size() && whole == 0) {
        return Duration::zero();
    }
    constexpr auto kMax = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
    if (!hasDigits || unit == 0 || whole > kMax / unit / 2) {
        return notADuration(text);
    }
    std::uint64_t ns = whole * unit;
    std::uint64_t place = unit;
    for (std::size_t i = fractionBegin; i < fractionEnd && place % 10 == 0; ++i) {
        ns += place / 10 * static_cast<std::uint64_t>(text[i] - '0');
        place /= 10;
    }
    return Duration(static_cast<std::int64_t>(ns));
}

}  // namespace gaplight
