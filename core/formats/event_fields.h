// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "core/formats/json_token.h"
#include "core/formats/split_text.h"

namespace gaplight {

// The keys of an event that mean something to us.
enum class Field : std::uint8_t {
    Phase,
    Category,
    Name,
    Pid,
    Tid,
    Time,
    Duration,
    Args,
    Id,
    Id2,
    Scope,
    BindingPoint,
    Count_,
};

// One event's values, not interpreted yet.
struct EventFields {
    std::array<Token, static_cast<std::size_t>(Field::Count_) + 1> tokens;  // last: all others
    bool duplicateKey = false;

    [[nodiscard]] const Token& operator[](Field field) const {
        return tokens[static_cast<std::size_t>(field)];
    }
};

// Takes the event at `extent` of `text` apart; the last of equal keys wins. False where it is not
// an object that can be read. `text` needs kTextPadding.
[[nodiscard]] bool readEventFields(std::string_view text, const EventExtent& extent,
                                   EventFields& fields);

}  // namespace gaplight
