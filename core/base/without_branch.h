// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>

namespace gaplight {

// `chosen ? yes : no` for loops in which `chosen` is a coin toss: compilers like to make a branch
// of the operator, and half of such branches cost 15 cycles.
template <std::integral Number>
[[nodiscard]] constexpr Number chooseWithoutBranch(bool chosen, Number yes, Number no) {
    return static_cast<Number>(no ^ ((no ^ yes) & -static_cast<Number>(chosen)));
}

}  // namespace gaplight
