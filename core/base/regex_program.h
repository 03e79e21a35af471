// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bitset>
#include <cstdint>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace gaplight {

using ByteSet = std::bitset<256>;

// A regular expression as a machine: at every step it is in some of its instructions at once, so
// matching takes O(text) whatever the expression (Thompson's construction).
struct RegexProgram {
    enum class Op : std::uint8_t { Bytes, Split, Begin, End, Match };
    struct Instruction {
        Op op = Op::Match;
        std::uint16_t next = 0;   // all but Match
        std::uint16_t other = 0;  // Split: the second way on
        std::uint16_t set = 0;    // Bytes: into `sets`
    };
    std::vector<Instruction> instructions;
    std::vector<ByteSet> sets;
    std::uint16_t start = 0;
};

// Compiles literals, `.`, `[a-z]`, `[^a-z]`, `\d \w \s` and their opposites, `( )`, `|`, `* + ?`,
// `{n}`, `{n,}`, `{n,m}` (n and m at most 1,000), `^` and `$`; letters of ASCII match either case;
// `.` is one character of UTF-8. The program finds a match anywhere in a text. O(expression, with
// its repetitions written out). Errors: BadArgument (what is wrong and at which character),
// TooLarge (more than 10,000 instructions).
[[nodiscard]] Result<RegexProgram> compileRegex(std::string_view expression);

}  // namespace gaplight
