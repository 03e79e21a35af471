// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "core/formats/chrome/json_token.h"
#include "core/formats/chrome/split_text.h"

namespace gaplight {

// The keys of an event that mean something to us.
enum class Field : std::uint8_t {
    Phase,
    Category,
    Name,
    Pid,
    Tid,
    Timestamp,
    Length,
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
    // Kineto writes one of these per allocation and free; its newer Python writer as a slice.
    [[nodiscard]] bool isMemoryEvent() const {
        return (*this)[Field::Name].text() == "[memory]" &&
               (*this)[Field::Args].kind == TokenKind::Nested;
    }
};

// Writers repeat themselves: between two values, nearly every event of a file has the same few
// bytes as the event before it (`, "pid": `). Remembers them, so that one comparison replaces
// reading a key and the space around it.
class EventLayout {
public:
    static constexpr std::size_t kKeys = 12;
    static constexpr std::size_t kGapBytes = 16;

    // What leads from the end of one value to the start of the next one.
    struct Gap {
        char bytes[kGapBytes] = {};
        std::uint32_t mask = 0;  // a bit per byte; 0: nothing remembered
        std::uint32_t length = 0;
        Field field = Field::Count_;
    };

    // The gap at `at` if it is the one that the last event had as its `key`th, else null.
    [[nodiscard]] const Gap* recall(std::size_t key, const char* at) const;
    void remember(std::size_t key, const char* begin, const char* end, Field field);

private:
    std::array<Gap, kKeys> m_gaps;
};

// Takes the event at `extent` of `text` apart; the last of equal keys wins. False where it is not
// an object that can be read. `text` needs kTextPadding.
[[nodiscard]] bool readEventFields(std::string_view text, const EventExtent& extent,
                                   EventLayout& layout, EventFields& fields);

}  // namespace gaplight
