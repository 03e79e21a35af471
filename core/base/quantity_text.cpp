// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/base/quantity_text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>

#include <fmt/format.h>

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

namespace {

constexpr std::array<std::pair<std::string_view, std::uint64_t>, 12> kUnits{{{"", 1},
                                                                             {"B", 1},
                                                                             {"K", 1'000},
                                                                             {"KB", 1'000},
                                                                             {"kB", 1'000},
                                                                             {"KiB", 1ULL << 10U},
                                                                             {"MB", 1'000'000},
                                                                             {"M", 1'000'000},
                                                                             {"GB", 1'000'000'000},
                                                                             {"G", 1'000'000'000},
                                                                             {"MiB", 1ULL << 20U},
                                                                             {"GiB", 1ULL << 30U}}};

}  // namespace

Result<std::uint64_t> parseBytes(std::string_view text) {
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    std::string_view unit = text.substr(static_cast<std::size_t>(end - text.data()));
    unit.remove_prefix(std::min(unit.find_first_not_of(' '), unit.size()));
    for (const auto& [name, factor] : kUnits) {
        const bool fits = number <= std::numeric_limits<std::uint64_t>::max() / factor;
        if (error == std::errc{} && unit == name && fits) {
            return number * factor;
        }
    }
    return fail(ErrorCode::BadArgument,
                "'" + std::string(text) + "' is no size: expected one as in 500MB or 2GB");
}

namespace {

constexpr std::string_view kMinus = "\u2212";
constexpr std::array<std::string_view, 5> kByteUnits{"B", "kB", "MB", "GB", "TB"};
constexpr std::array<std::string_view, 5> kNumberUnits{"", "k", "M", "G", "T"};

// Three significant digits of a number that is not negative.
std::string threeDigits(double value) {
    const int decimals = value >= 99.95 ? 0 : (value >= 9.995 ? 1 : 2);
    return fmt::format("{:.{}f}", value, decimals);
}

std::string withUnit(std::string number, std::string_view unit) {
    return unit.empty() ? number : number.append("\u2009").append(unit);
}

std::string signOf(double value) {
    return std::string(value < 0 ? kMinus : "");
}

// Scaled by powers of 1,000.
std::string scaledText(double value, const std::array<std::string_view, 5>& units) {
    double size = std::abs(value);
    std::size_t unit = 0;
    while (size >= 999.5 && unit + 1 < units.size()) {
        size /= 1000;
        ++unit;
    }
    const bool isInteger = unit == 0 && size == std::floor(size);
    return withUnit(signOf(value) + (isInteger ? fmt::format("{:.0f}", size) : threeDigits(size)),
                    units[unit]);
}

// Two significant digits, but no exponent.
std::string errorDigits(double percent) {
    constexpr double kMinShown = 0.001;
    if (percent > 0 && percent < kMinShown) {
        return fmt::format("<{}", kMinShown);
    }
    return percent >= 99.5 ? fmt::format("{:.0f}", percent) : fmt::format("{:.2g}", percent);
}

// Of a number that is not negative, given in rounded tenths.
std::string withDecimal(std::uint64_t tenths) {
    return tenths == 0 ? "<0.1" : fmt::format("{}.{}", countText(tenths / 10), tenths % 10);
}

double fractionOf(double part, double whole) {
    return whole > 0 ? part / whole : 0;
}

}  // namespace

namespace {

// One decimal, none from 99.95 on.
std::string shareDigits(double percent) {
    return fmt::format("{:.{}f}", percent, percent >= 99.95 ? 0 : 1);
}

}  // namespace

std::string percentText(double share, PercentForm form) {
    constexpr double kSmallest = 0.05;  // what is written as 0.1
    const double size = std::abs(share * 100);
    const auto digits = [&] {
        switch (form) {
            case PercentForm::Estimate:
                return fmt::format("{:.0f}", size);
            case PercentForm::Error:
                return errorDigits(size);
            case PercentForm::Limit:
                return fmt::format("{:g}", size);
            case PercentForm::Share:
                break;
        }
        return share > 0 && size < kSmallest ? std::string("<0.1") : shareDigits(size);
    };
    return withUnit(signOf(share) + digits(), "%");
}

std::string percentText(std::int64_t part, std::int64_t whole, PercentForm form) {
    return whole <= 0
               ? withUnit("0", "%")
               : percentText(fractionOf(static_cast<double>(part), static_cast<double>(whole)),
                             form);
}

std::string percentText(Duration part, Duration whole, PercentForm form) {
    return percentText(part.count(), whole.count(), form);
}

std::string changePercentText(std::int64_t before, std::int64_t after) {
    if (before == after) {
        return withUnit("0", "%");
    }
    if (before <= 0) {
        return (after > before ? "+" : "") + percentText(after - before, before);
    }
    const double change =
        fractionOf(static_cast<double>(after - before), static_cast<double>(before));
    return withUnit(
        (after > before ? "+" : "") + signOf(change) + shareDigits(std::abs(change * 100)), "%");
}

std::string countText(std::uint64_t count) {
    std::string text = std::to_string(count);
    for (std::size_t at = text.size(); at > 3; at -= 3) {
        text.insert(at - 3, 1, ',');
    }
    return text;
}

std::string countText(std::uint64_t count, std::string_view one, std::string_view many) {
    return countText(count).append(" ").append(count == 1 ? one : many);
}

std::string perStepText(std::uint64_t count, std::int64_t steps) {
    const auto divisor = static_cast<std::uint64_t>(steps);
    return count % divisor == 0 ? countText(count / divisor)
                                : withDecimal((count * 10 + divisor / 2) / divisor);
}

std::string perStepText(double count) {
    return count == std::floor(count)
               ? countText(static_cast<std::uint64_t>(count))
               : withDecimal(static_cast<std::uint64_t>(std::llround(count * 10)));
}

std::string factorText(double factor) {
    constexpr double kMinShown = 0.001;
    constexpr std::string_view kTimes = "\u00d7";
    if (factor > 0 && factor < kMinShown) {
        return fmt::format("<{}{}", kMinShown, kTimes);
    }
    if (factor >= 999.5) {
        return countText(static_cast<std::uint64_t>(std::llround(factor))).append(kTimes);
    }
    if (factor == 0 || factor >= 0.9995) {
        return threeDigits(factor).append(kTimes);
    }
    const int decimals = factor >= 0.09995 ? 3 : (factor >= 0.009995 ? 4 : 5);
    return fmt::format("{:.{}f}{}", factor, decimals, kTimes);
}

std::string scaledNumberText(double number) {
    return scaledText(number, kNumberUnits);
}

std::string teraText(double operations) {
    constexpr double kRoundsToThousand = 999.5;
    constexpr double kTooMany = 1e15;
    const double number = operations / 1e12;
    return number >= kRoundsToThousand && number < kTooMany
               ? countText(static_cast<std::uint64_t>(std::llround(number)))
               : scaledNumberText(number);
}

std::string bytesText(double bytes) {
    return scaledText(bytes, kByteUnits);
}

std::string bytesOfText(std::uint64_t part, std::uint64_t whole) {
    constexpr std::size_t kLargest = 2;  // MB
    double size = 1;
    std::size_t unit = 0;
    while (unit < kLargest && static_cast<double>(whole) >= 10'000 * size) {
        size *= 1000;
        ++unit;
    }
    const auto scaled = [&](std::uint64_t bytes) {
        return countText(
            static_cast<std::uint64_t>(std::llround(static_cast<double>(bytes) / size)));
    };
    return withUnit(scaled(part) + " of " + scaled(whole), kByteUnits[unit]);
}

std::string rateText(std::int64_t bytes, Duration time) {
    if (time <= Duration::zero()) {
        return "?";
    }
    return rateText(static_cast<double>(bytes) / static_cast<double>(time.count()) * 1e9);
}

std::string rateText(double bytesPerSecond) {
    const double rate = bytesPerSecond / 1e9;
    return withUnit(signOf(rate) + threeDigits(std::abs(rate)), "GB/s");
}

std::string listText(std::span<const std::string> items) {
    std::string text;
    for (std::size_t at = 0; at < items.size(); ++at) {
        text += at == 0 ? "" : (at + 1 == items.size() ? " and " : ", ");
        text += items[at];
    }
    return text;
}

std::string joinedText(std::span<const std::string> items, std::string_view separator) {
    return fmt::format("{}", fmt::join(items, separator));
}

void appendItem(std::string& list, std::string_view item, std::string_view separator) {
    list.append(list.empty() ? "" : separator).append(item);
}

}  // namespace gaplight
