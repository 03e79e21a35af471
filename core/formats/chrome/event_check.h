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

// Walks one event token by token and says where it stops being JSON. As tolerant as the reader
// (trailing commas, NaN, raw control characters), but it knows that an event does not contain
// another one: an object inside an array whose first key is "ph" is where a new event begins
// because the last one was cut. Some 400 MB/s; for events that look odd.
[[nodiscard]] EventCheck checkEvent(std::string_view text);

// The first brace from `from` on at which an event seems to begin, or npos.
[[nodiscard]] std::size_t findEvent(std::string_view text, std::size_t from);

}  // namespace gaplight
