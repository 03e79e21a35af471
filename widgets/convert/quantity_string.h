// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <QDateTime>
#include <QString>

#include "core/base/time.h"

namespace gaplight::ui {

// "today 10:54", "yesterday 18:02", "2026-11-03"; empty for an invalid time.
[[nodiscard]] QString dateText(const QDateTime& time, const QDateTime& now);

// The texts of core/base/quantity_text.h and duration_text.h for Qt, and exact durations.

// "218 ms", "5.36 ms", "412 µs", "6 ns": three significant digits.
[[nodiscard]] QString durationText(Duration duration);
// To the nanosecond: "1.234567890 s".
[[nodiscard]] QString exactDurationText(Duration duration);
// "171 kB", "6.79 MB".
[[nodiscard]] QString bytesText(std::uint64_t bytes);
// "412 of 1,206 MB": one unit, that of the whole.
[[nodiscard]] QString bytesOfText(std::uint64_t part, std::uint64_t whole);
// "1,234,567".
[[nodiscard]] QString countText(std::uint64_t count);
// "1 slice", "1,234 slices".
[[nodiscard]] QString countText(std::uint64_t count, const char* one, const char* many);
// 0.874 is "87.4 %".
[[nodiscard]] QString percentText(double share);

}  // namespace gaplight::ui
