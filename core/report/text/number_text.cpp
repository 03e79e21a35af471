// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/report/text/number_text.h"

#include <array>

#include <fmt/format.h>

namespace gaplight {
namespace {

constexpr const char* kThinSpace = "\u2009";

}  // namespace

std::string countText(std::uint64_t count) {
    std::string text = std::to_string(count);
    for (std::size_t at = text.size(); at > 3; at -= 3) {
        text.insert(at - 3, 1, ',');
    }
    return text;
}

std::string countText(std::uint64_t count, const char* one, const char* many) {
    return countText(count) + " " + (count == 1 ? one : many);
}

std::string bytesText(std::uint64_t bytes) {
    constexpr std::array<const char*, 5> kUnits{"B", "kB", "MB", "GB", "TB"};
    auto value = static_cast<double>(bytes);
    std::size_t unit = 0;
    while (value >= 999.5 && unit + 1 < kUnits.size()) {
        value /= 1000;
        ++unit;
    }
    const int decimals = unit == 0 || value >= 99.95 ? 0 : (value >= 9.995 ? 1 : 2);
    return fmt::format("{:.{}f}{}{}", value, decimals, kThinSpace, kUnits[unit]);
}

std::string shareText(Duration part, Duration whole) {
    if (whole.count() == 0) {
        return std::string("0") + kThinSpace + "%";
    }
    const double percent =
        100.0 * static_cast<double>(part.count()) / static_cast<double>(whole.count());
    return fmt::format("{:.{}f}{}%", percent, percent >= 99.95 ? 0 : 1, kThinSpace);
}

}  // namespace gaplight
