// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "core/base/time.h"
#include "core/scene/model/frame.h"

namespace gaplight {

// A cursor's flag in the ruler, in view pixels. The earlier of two cursors has its flag left of its
// line and the later one right of it, so that flags of cursors at the same time are apart.
struct CursorFlag {
    std::size_t cursor = 0;  // in TimelineState::cursors
    float x = 0;
    float width = 0;
};
// The flags of the visible cursors, A before B.
[[nodiscard]] std::vector<CursorFlag> cursorFlags(const TimelineInput& input);

// The time from A to B, negative where B is earlier; only with both set.
[[nodiscard]] std::optional<Duration> cursorDifference(const TimelineState& state);

// The difference as written in the ruler, with as many digits as a device pixel stands for, and its
// place: between the lines where it fits, else right of the later flag, or left of the earlier one.
// Empty without a difference, or if no cursor is visible.
struct CursorLabel {
    std::string text;
    float x = 0;
    float width = 0;
};
[[nodiscard]] CursorLabel cursorLabel(const Frame& frame, const std::vector<CursorFlag>& flags);

// Draws a line through the tracks for each cursor, a bar between them in the ruler, and the flags.
void drawCursors(Frame& frame, const std::vector<CursorFlag>& flags, const CursorLabel& label);

}  // namespace gaplight
