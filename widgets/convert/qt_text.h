// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

#include <QDateTime>
#include <QString>

#include "core/base/time.h"
#include "core/trace/trace.h"

namespace gaplight::ui {

// Text of a finding as rich text: "try `a<b>`" → "try <code>a&lt;b&gt;</code>". Names from a trace
// are escaped. Numbers and units are not separated, as in unbroken().
[[nodiscard]] QString codeSpansHtml(std::string_view text);

// Text of a finding as plain text, without backticks.
[[nodiscard]] QString withoutCodeSpans(std::string_view text);

// Replaces the space between a number and its unit by one at which no line is broken.
[[nodiscard]] QString unbroken(QString text);

// "today 10:54", "yesterday 18:02", "2026-11-03"; empty for an invalid time.
[[nodiscard]] QString dateText(const QDateTime& time, const QDateTime& now);

// The texts of core/base/quantity_text.h for Qt, and exact durations.

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

// "python · thread 434 (main)", "GPU 0 · stream 7".
[[nodiscard]] QString trackText(const Trace& trace, TrackId track);

}  // namespace gaplight::ui
