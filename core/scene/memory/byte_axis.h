// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

namespace gaplight {

// Ticks of an axis of bytes: 1-2-5 steps of powers of ten, all labels in one unit.
struct ByteAxis {
    std::int64_t step = 1;   // between labeled ticks
    std::int64_t minor = 1;  // between all ticks; divides step
    std::int64_t unit = 1;   // 1, 1,000, 1,000,000, ...
    int decimals = 0;        // that `step` has in this unit
    const char* unitName = "B";
};

// The axis of a view of `bytes` bytes up to `top`, whose labeled ticks are at least `minPixels`
// of `height` apart. At least one byte apart.
[[nodiscard]] ByteAxis byteAxis(std::int64_t bytes, std::int64_t top, float height,
                                float minPixels);
// "1.4 GB", "0"; U+2009 before the unit.
[[nodiscard]] std::string byteTickText(const ByteAxis& axis, std::int64_t bytes);

}  // namespace gaplight
