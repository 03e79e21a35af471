// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "core/scene/model/frame.h"

namespace gaplight {

// A note's flag in the ruler. Flags do not overlap: each is cut where the next begins.
struct NoteFlag {
    std::size_t note = 0;  // in TimelineState::notes
    float x = 0;
    float width = 0;
};
// The visible flags, left to right. Does not measure texts, so that hit tests compute the same
// rectangles. O(notes).
[[nodiscard]] std::vector<NoteFlag> noteFlags(const TimelineInput& input);

// Draws flags, lines through the tracks at both ends of each note, and a line under a note's slice.
void drawNotes(Frame& frame, const std::vector<NoteFlag>& flags);

}  // namespace gaplight
