// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "core/formats/chrome/json/json_token.h"

namespace gaplight {

// The number in a token, spelled as a number or as a string; empty if it is none of that type.
// Integers never pass through a double, but for those spelled "5.0" or "1e3", which are read up to
// 2^53.
[[nodiscard]] std::optional<std::uint64_t> unsignedNumber(const Token& token);
[[nodiscard]] std::optional<std::int64_t> signedNumber(const Token& token);
// Finite only.
[[nodiscard]] std::optional<double> realNumber(const Token& token);

}  // namespace gaplight
