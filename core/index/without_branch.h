// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>

namespace gaplight {

// `chosen ? yes : no` without a branch, for loops in which `chosen` is unpredictable: compilers
// often turn the operator into a branch, and a mispredicted one costs some 15 cycles.
template <std::integral Number>
[[nodiscard]] constexpr Number chooseWithoutBranch(bool chosen, Number yes, Number no) {
    return static_cast<Number>(no ^ ((no ^ yes) & -static_cast<Number>(chosen)));
}

}  // namespace gaplight
