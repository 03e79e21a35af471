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

// A user's note on the timeline: at an instant (range.begin == range.end), over a range, or on a
// slice (`range` is then the slice's).
struct Note {
    TimeRange range;
    SliceId slice;
    std::string text;  // may be empty: a plain flag
    NoteColor color = NoteColor::Blue;
    friend bool operator==(const Note&, const Note&) = default;
};

}  // namespace gaplight
