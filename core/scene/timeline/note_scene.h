// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "core/scene/model/frame.h"

namespace gaplight {

// A note's flag in the ruler. Flags never overlap: each gives way to the next.
struct NoteFlag {
    std::size_t note = 0;  // in TimelineState::notes
    float x = 0;
    float width = 0;
};
// Those in sight, from left to right. No width of a text is measured, so that hit tests find the
// same. O(notes).
[[nodiscard]] std::vector<NoteFlag> noteFlags(const TimelineInput& input);

// Flags, lines through the tracks at both ends, and a line under the slice of a note.
void drawNotes(Frame& frame, const std::vector<NoteFlag>& flags);

}  // namespace gaplight
