// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/base/time.h"
#include "core/scene/model/frame.h"
#include "core/scene/timeline/time_ruler.h"
#include "core/scene/timeline/timeline_scene.h"

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

// Maps time to x in the overview, and gives the position of the timeline's window in it.
struct OverviewGeometry {
    static constexpr float kHandleWidth = 5;     // px
    static constexpr float kMinWindowWidth = 8;  // px; large enough to drag
    static constexpr float kHitTick = 6;         // height of a search hit's, at the lower edge

    explicit OverviewGeometry(const OverviewInput& input);

    float x(Time time) const;
    Time timeAt(float x) const;

    TimeRange range;
    double nsPerPixel = 1;
    float width = 0;
    float windowLeft = 0;
    float windowRight = 0;
};

// Length of the selected range and its position in the ruler; empty if no range is selected.
struct RangeLabel {
    std::string text;
    float x = 0;
    float width = 0;
};
[[nodiscard]] RangeLabel rangeLabel(const Frame& frame, std::span<const RulerPlace> taken);

// Draws the outlines of the selected and the hovered slice, the selected range, the cursor line,
// and the drop position of a dragged track.
void drawSelection(Frame& frame, const RangeLabel& label);

// Draws the handle at the end of a slice or gap (TimelineState::played). Of a dragged one also the
// recorded extent as an outline, what is cut off as ground, and the text in the ruler:
// playedLabel(), with its frame; empty if none is dragged.
[[nodiscard]] RangeLabel playedLabel(const Frame& frame);
void drawPlayedEnd(Frame& frame, const RangeLabel& label);

}  // namespace gaplight
