// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

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

}  // namespace gaplight
