// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/base/time.h"

namespace gaplight {

// A search as typed by the user. ASCII letters match both cases.
struct SearchQuery {
    std::string text;
    bool regex = false;  // core/base/text_pattern.h says which
};

// A condition "KEY=VALUE" of a query. Keys have spaces, so what stands before `=` can begin with
// words of a name: "gemm Input Dims=[4096,*]". Only the keys of a trace tell (ArgKeys).
struct ArgText {
    std::string before;  // "gemm Input Dims"
    std::string value;   // "[4096,*]", without quotation marks around it
};

// A query in parts; a slice must meet all of them.
//   gemm dur>50us dur<1ms          texts {"gemm"}, 50 us to 1 ms, both exclusive
//   conv "Input Dims"=[8, 3, *]    args {"conv Input Dims", "[8, 3, *]"}
struct ParsedQuery {
    std::vector<std::string> texts;  // parts of names or categories, in order
    Duration shortest{};             // inclusive
    Duration longest = Duration::max();
    std::vector<ArgText> args;

    [[nodiscard]] bool hasDurations() const {
        return shortest > Duration::zero() || longest < Duration::max();
    }
};

// A duration is "dur", one of > >= < <= =, and a number with its unit, at the beginning of a word.
// A value ends at a space outside brackets and quotation marks. "==", and "=" without a value, are
// text. Errors: BadArgument (no duration behind "dur>").
[[nodiscard]] Result<ParsedQuery> parseQuery(std::string_view text);

}  // namespace gaplight
