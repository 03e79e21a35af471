// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#include "core/scene/memory/byte_axis.h"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

namespace gaplight {
namespace {

constexpr std::array kUnits{"B", "kB", "MB", "GB", "TB", "PB", "EB"};

// Digits after the point that a step has in a unit.
int decimalsOf(std::int64_t step, std::int64_t unit) {
    int decimals = 0;
    for (std::int64_t part = unit; part > 1 && step % part != 0; part /= 10) {
        ++decimals;
    }
    return decimals;
}

}  // namespace

ByteAxis byteAxis(std::int64_t bytes, std::int64_t top, float height, float minPixels) {
    ByteAxis axis;
    const double wanted =
        static_cast<double>(bytes) / std::max(1.0, static_cast<double>(height / minPixels));
    constexpr std::int64_t kLargest = std::numeric_limits<std::int64_t>::max() / 100;
    std::int64_t power = 1;
    while (static_cast<double>(power) * 10 <= wanted && power < kLargest) {
        power *= 10;
    }
    for (const auto& [factor, divisions] : {std::pair{1, 5}, {2, 4}, {5, 5}, {10, 5}}) {
        axis.step = power * factor;
        axis.minor = std::max<std::int64_t>(1, axis.step / divisions);
        if (static_cast<double>(axis.step) >= wanted) {
            break;
        }
    }
    if (axis.step % axis.minor != 0) {
        axis.minor = axis.step;
    }
    std::size_t unit = 0;
    while (unit + 1 < kUnits.size() && axis.unit <= std::max(top, axis.step) / 1000) {
        axis.unit *= 1000;
        ++unit;
    }
    axis.unitName = kUnits[unit];
    axis.decimals = decimalsOf(axis.step, axis.unit);
    return axis;
}

std::string byteTickText(const ByteAxis& axis, std::int64_t bytes) {
    if (bytes == 0) {
        return "0";
    }
    const std::int64_t whole = bytes / axis.unit;
    std::string text = std::to_string(whole);
    if (axis.decimals > 0) {
        std::int64_t rest = bytes % axis.unit;
        std::int64_t part = axis.unit;
        text += '.';
        for (int at = 0; at < axis.decimals; ++at) {
            part /= 10;
            text += static_cast<char>('0' + rest / part);
            rest %= part;
        }
    }
    return text.append("\u2009").append(axis.unitName);
}

}  // namespace gaplight
