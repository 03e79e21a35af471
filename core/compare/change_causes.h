// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/compare/measures.h"

namespace gaplight {

// Explains the change of GPU time from `a` to `b` (each the sum of `divisor` steps) by compute,
// communication, copies and idle time per trigger, largest change first, with counts ("fewer
// kernels: 682 → 243 a step"). Changes below a tenth of the largest are left out. `compute`: label
// of Measures::compute.
[[nodiscard]] std::vector<std::string> causesOfChange(const Measures& a, const Measures& b,
                                                      std::int64_t divisor,
                                                      std::string_view compute = "GPU compute");

// A count per step: "682", or "3.5" if not a whole number.
[[nodiscard]] std::string perStepText(std::uint64_t count, std::int64_t divisor);

}  // namespace gaplight
