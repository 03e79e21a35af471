// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/base/time.h"
#include "core/scene/color_ref.h"
#include "core/scene/display_list.h"
#include "core/scene/timeline_scene.h"

namespace gaplight {

// One thing that a figure points at: a finding's place, a note.
struct FigureMark {
    std::string text;    // what the legend says first, and the callout where it fits
    std::string detail;  // below it in the legend; may be empty
    TimeRange range;
    std::optional<std::int32_t> device;  // on this GPU's pinned row
    TrackId track;                       // else on this row; neither: on the ruler
    std::uint16_t row = 0;
};

// One part of a bar: a share of a GPU's time.
struct FigureShare {
    std::string text;  // "host late 1.2 %"
    double share = 0;  // of the bar
    ColorRef color;
    std::uint8_t ground = 255;  // alpha
    float hatchSpacing = 0;     // 0: none
};
struct FigureBar {
    std::string title;  // "GPU 0 · NVIDIA H200"
    std::vector<FigureShare> shares;
};

enum class FigureStatus : std::uint8_t { Good, Bad, Unknown };
struct FigureAnswer {
    std::string question;
    std::string answer;
    FigureStatus status = FigureStatus::Unknown;
};

// Everything that a figure says beside its timeline. Empty parts take no room.
struct FigureWords {
    std::string title;
    std::string subtitle;
    std::vector<FigureBar> bars;
    std::vector<FigureMark> marks;  // numbered in this order
    std::vector<FigureAnswer> checklist;
    std::string caption;
    std::vector<std::string> provenance;  // a line each
};

struct FigureInput {
    const SceneModel& model;
    const TrackLayout& layout;  // of the tracks to show: TrackLayout::reduced()
    const TimelineState& state;
    const FigureWords& words;
    TimeRange range;   // from the left edge of the tracks to the right one; not empty
    float width = 0;   // logical pixels, at least kNarrowestFigure
    float height = 0;  // 0: as high as everything needs
};
inline constexpr float kNarrowestFigure = 400;

// Where a track lies in a figure, and slices that a reader may ask for: what a display list does
// not know, for pictures with names in them (SVG).
struct FigureTrack {
    std::string name;
    Box box;
};
struct FigureSlice {
    std::uint32_t rect = 0;  // into DisplayList::rects; ascending
    std::string title;       // "aten::linear · 5.0 ms, at 12.3 ms"
};
struct Figure {
    DisplayList list;
    std::vector<FigureTrack> tracks;
    std::vector<FigureSlice> slices;
};

// A picture to print: title, how the GPUs spent the time, numbered callouts, the timeline, a scale
// bar and what the marks mean, a legend of the callouts, checklist, caption and where it comes
// from. Nothing overlaps; callouts stand above the timeline and point with a line. The timeline
// itself is buildTimeline's. A callout whose track is not shown is left out.
// Error: BadArgument, where the height is too small for one row of each track.
[[nodiscard]] Result<Figure> buildFigure(const FigureInput& input, const TextMeasure& measure);

}  // namespace gaplight
