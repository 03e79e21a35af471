// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace gaplight {

// Nanoseconds of a decimal number of microseconds ("4376580490536.462", "1e3", "-0.5"), computed
// from its digits and rounded half to even: a double loses 250 ns where times count from 1970.
// Nothing unless all of `microseconds` is one number (a JSON number, or with a leading '+' or a
// bare '.') whose nanoseconds fit into 64 bits.
[[nodiscard]] std::optional<std::int64_t> nanosecondsOfMicroseconds(std::string_view microseconds);

}  // namespace gaplight
