// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "core/base/time.h"

namespace gaplight {

// Amounts as findings write them, with a thin space before the unit.

// "8.39 MB", in powers of 1,000.
[[nodiscard]] std::string sizeText(std::int64_t bytes);
// "12.3 %" of a whole; "0 %" for an empty whole.
[[nodiscard]] std::string portionText(Duration part, Duration whole);
// "1 copy", "12 copies".
[[nodiscard]] std::string amountText(std::uint64_t count, std::string_view one,
                                     std::string_view many);
// "12" or "2.5", for occurrences a step.
[[nodiscard]] std::string perStepText(double count);

}  // namespace gaplight
