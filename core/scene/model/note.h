// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "core/base/time.h"
#include "core/scene/display/color_ref.h"
#include "core/trace/ids.h"

namespace gaplight {

enum class NoteColor : std::uint8_t { Blue, Green, Yellow, Red, Purple, Count_ };

[[nodiscard]] constexpr Role roleOf(NoteColor color) {
    return static_cast<Role>(static_cast<std::uint16_t>(Role::NoteBlue) +
                             static_cast<std::uint16_t>(color));
}

// What a person wrote on the timeline: at an instant (both ends equal), over a range, or on a
// slice, whose range it has.
struct Note {
    TimeRange range;
    SliceId slice;
    std::string text;  // may be empty: a mark
    NoteColor color = NoteColor::Blue;
    friend bool operator==(const Note&, const Note&) = default;
};

}  // namespace gaplight
