// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/scene/display/color_ref.h"
#include "core/scene/display/text_measure.h"
#include "core/scene/figure/figure.h"
#include "core/scene/figure/figure_timeline.h"

namespace gaplight {

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
    std::vector<FigureAnswer> checklist;
    std::string caption;
    std::vector<std::string> provenance;  // a line each
};

struct FigureInput {
    const FigureSubject& subject;
    const FigureWords& words;
    float width = 0;   // logical pixels, at least kNarrowestFigure
    float height = 0;  // 0: as high as everything needs
};
inline constexpr float kNarrowestFigure = 400;

// A picture to print: title, how the GPUs spent the time, numbered callouts, the timeline, a scale
// bar and what the marks mean, a legend of the callouts, checklist, caption and where it comes
// from. Nothing overlaps; callouts stand above the timeline and point with a line. The timeline
// itself is buildTimeline's. A callout whose track is not shown is left out.
// Error: BadArgument, where the height is too small for one row of each track.
[[nodiscard]] Result<Figure> buildFigure(const FigureInput& input, const TextMeasure& measure);

// That a figure cannot be so low.
[[nodiscard]] Error tooLow(float height, float least);

}  // namespace gaplight
