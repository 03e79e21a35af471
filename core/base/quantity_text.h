// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/base/time.h"

namespace gaplight {

// A duration as it is shown everywhere: three significant digits, a thin space (U+2009) and the
// unit, "218 ms", "5.36 ms", "412 µs", "6 ns"; from 1,000 s on in min, h or d. Rounded half away
// from zero, in integers; a negative one begins with U+2212.
[[nodiscard]] std::string durationText(Duration duration);

// Reads "12.5ms", "80 ms", "3s", "412us", "412 µs", "6ns", "0"; exact to the nanosecond; further
// digits are cut. A number without a unit must be 0. Errors: BadArgument.
[[nodiscard]] Result<Duration> parseDuration(std::string_view text);

// "500MB", "2 GB", "1000": bytes. Units are powers of 1000; KiB, MiB and GiB of 1024.
// Errors: BadArgument.
[[nodiscard]] Result<std::uint64_t> parseBytes(std::string_view text);

// Quantities as the window, the command line, reports and findings all write them. A measured
// quantity has three significant digits, then a thin space (U+2009), then the unit; a negative one
// begins with U+2212. Counts are exact. Durations: core/base/quantity_text.h.

// How many digits a percentage has.
enum class PercentForm : std::uint8_t {
    Share,     // of something measured: one decimal, none from 99.95 on: "0.4 %", "100 %"
    Estimate,  // of something estimated or rounded already: no decimals: "76 %"
    Error,     // a tolerance, small as a rule: two significant digits: "0.025 %", "<0.001 %"
    Limit,     // a setting, with the digits that it was set with, at most six: "0.5 %"
};
// `share` is a fraction: 0.989 is "98.9 %".
[[nodiscard]] std::string percentText(double share, PercentForm form = PercentForm::Share);
// A part of a whole; "0 %" where the whole is zero or negative.
[[nodiscard]] std::string percentText(std::int64_t part, std::int64_t whole,
                                      PercentForm form = PercentForm::Share);
[[nodiscard]] std::string percentText(Duration part, Duration whole,
                                      PercentForm form = PercentForm::Share);
// From `before` to `after` in percent of `before`, which is positive: "−94.1 %", "+2.0 %", "0 %" if
// nothing changed.
[[nodiscard]] std::string changePercentText(std::int64_t before, std::int64_t after);

// "283,738"
[[nodiscard]] std::string countText(std::uint64_t count);
// "283,738 slices", "1 slice", "2 copies" for ("copy", "copies")
[[nodiscard]] std::string countText(std::uint64_t count, std::string_view one,
                                    std::string_view many);
// A count divided by that of steps, which is positive: "1,502" where it is a whole number, else
// with one decimal: "3.5", "<0.1".
[[nodiscard]] std::string perStepText(std::uint64_t count, std::int64_t steps);
// The same for a count that is already per step; not negative.
[[nodiscard]] std::string perStepText(double count);

// A ratio of two values of one quantity, not negative: "1.50×", "0.967×", "12.3×", "1,234×",
// "<0.001×". Three significant digits, without a space before what follows: "1.50× as fast".
[[nodiscard]] std::string factorText(double factor);

// "843", "12.3 k", "4.50 M": a number without a unit where room is scarce. Three significant
// digits, an integer below 1,000 without decimals.
[[nodiscard]] std::string scaledNumberText(double number);
// Floating-point operations, or those of a second, in 10^12 and without the unit: "0.41", "989",
// "1,979". Beside "TFLOP/s" a prefix would be a second one.
[[nodiscard]] std::string teraText(double operations);
// "512 B", "6.14 MB": powers of 1,000.
[[nodiscard]] std::string bytesText(double bytes);
template <std::integral Number>
[[nodiscard]] std::string bytesText(Number bytes) {
    return bytesText(static_cast<double>(bytes));
}
// "412 of 1,206 MB": whole numbers of the largest unit of which `whole` has at least 10; at most
// MB.
[[nodiscard]] std::string bytesOfText(std::uint64_t part, std::uint64_t whole);
// "19.6 GB/s"; "?" where no time passed.
[[nodiscard]] std::string rateText(std::int64_t bytes, Duration time);
// The same for a rate in bytes per second.
[[nodiscard]] std::string rateText(double bytesPerSecond);

// "a", "a and b", "a, b and c"
[[nodiscard]] std::string listText(std::span<const std::string> items);
// "a", "a, b", "a, b, c": in cells of tables and where "and" could be read as part of an item.
[[nodiscard]] std::string joinedText(std::span<const std::string> items,
                                     std::string_view separator = ", ");
// The same for a list that is written item by item: `list` becomes "a", then "a, b".
void appendItem(std::string& list, std::string_view item, std::string_view separator = ", ");

}  // namespace gaplight
