// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <QString>

#include "core/base/time.h"

namespace gaplight::ui {

// Quantities as people read them; a thin space before the unit.

// "218 ms", "5.36 ms", "412 µs", "6 ns": three significant digits.
[[nodiscard]] QString durationText(Duration duration);
// To the nanosecond where that fits: "1.234 567 890 s".
[[nodiscard]] QString exactDurationText(Duration duration);
// "171 kB", "6.8 MB", "1,206 MB".
[[nodiscard]] QString bytesText(std::uint64_t bytes);
// "412 of 1,206 MB": one unit, that of the whole.
[[nodiscard]] QString bytesOfText(std::uint64_t part, std::uint64_t whole);
// "843", "12,345", "1.3 M".
[[nodiscard]] QString countText(std::uint64_t count);
// "87.4 %".
[[nodiscard]] QString percentText(double share);
// "1,234,567".
[[nodiscard]] QString groupedText(std::uint64_t count);

}  // namespace gaplight::ui
