// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/compare/measures.h"

namespace gaplight {

// What the change of the GPU's time from `a` to `b` consists of: busy time and idle time by
// trigger, as each is `divisor` steps' worth, largest change first, with the counts that go with
// it ("fewer kernels: 682 → 243 a step"). Changes below a tenth of the largest are left out.
[[nodiscard]] std::vector<std::string> causesOfChange(const Measures& a, const Measures& b,
                                                      std::int64_t divisor);

// "682" or "3.5": a count per step, one decimal where it is no whole number.
[[nodiscard]] std::string perStepText(std::uint64_t count, std::int64_t divisor);

}  // namespace gaplight
