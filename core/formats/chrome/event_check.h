// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace gaplight {

struct EventCheck {
    enum class Verdict : std::uint8_t {
        Whole,   // one value, which ends before `at`
        Open,    // nothing wrong, but the text ends first
        Broken,  // not JSON from the token on that begins at `at`
    };
    Verdict verdict = Verdict::Open;
    std::size_t at = 0;
};

// Checks one event token by token and finds the place where it stops being JSON. Accepts all that
// the reader accepts (trailing commas, NaN, raw control characters), but no event inside an event:
// an object inside an array whose first key is "ph" is the next event after one that was cut. 400
// MB/s; only for suspect events.
[[nodiscard]] EventCheck checkEvent(std::string_view text);

// The first brace from `from` on at which an event seems to begin, or npos.
[[nodiscard]] std::size_t findEvent(std::string_view text, std::size_t from);

}  // namespace gaplight
