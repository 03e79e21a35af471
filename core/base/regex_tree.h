// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bitset>
#include <cstdint>
#include <limits>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace gaplight {

// What a regular expression says, part by part.
struct RegexNode {
    enum class Kind : std::uint8_t { Empty, Bytes, Begin, End, Sequence, Choice, Repeat };
    static constexpr std::uint32_t kNoLimit = std::numeric_limits<std::uint32_t>::max();

    Kind kind = Kind::Empty;
    std::bitset<256> bytes;   // Bytes: any one of them
    std::uint32_t least = 0;  // Repeat
    std::uint32_t most = kNoLimit;
    std::vector<RegexNode> parts;  // Sequence, Choice; Repeat: the one part
};

// Reads the syntax that compileRegex() documents. O(expression). Errors: BadArgument, with the
// place, counted in characters from 1.
[[nodiscard]] Result<RegexNode> parseRegex(std::string_view expression);

}  // namespace gaplight
