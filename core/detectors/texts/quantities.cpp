// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/detectors/texts/quantities.h"

#include <array>

#include <fmt/format.h>

namespace gaplight {
namespace {

// Three significant digits.
std::string digits(double value) {
    const int decimals = value >= 99.95 ? 0 : (value >= 9.995 ? 1 : 2);
    return fmt::format("{:.{}f}", value, decimals);
}

}  // namespace

std::string sizeText(std::int64_t bytes) {
    constexpr std::array<const char*, 5> kUnits{"B", "kB", "MB", "GB", "TB"};
    if (bytes < 1000) {
        return fmt::format("{}\u2009B", bytes);
    }
    auto value = static_cast<double>(bytes);
    std::size_t unit = 0;
    while (value >= 999.5 && unit + 1 < kUnits.size()) {
        value /= 1000;
        ++unit;
    }
    return digits(value) + "\u2009" + kUnits[unit];
}

std::string portionText(Duration part, Duration whole) {
    if (whole <= Duration::zero()) {
        return "0\u2009%";
    }
    const double share =
        100 * static_cast<double>(part.count()) / static_cast<double>(whole.count());
    return fmt::format("{:.{}f}\u2009%", share, share >= 99.95 ? 0 : 1);
}

std::string amountText(std::uint64_t count, std::string_view one, std::string_view many) {
    return fmt::format("{} {}", count, count == 1 ? one : many);
}

std::string perStepText(double count) {
    return fmt::format("{:g}", count);
}

}  // namespace gaplight
