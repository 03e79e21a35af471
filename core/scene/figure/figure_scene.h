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

// One segment of a bar: a share of a GPU's time.
struct FigureShare {
    std::string text;  // "host late 1.2 %"
    double share = 0;  // of the bar, 0 to 1
    ColorRef color;
    bool isIdle = false;  // drawn with the hatch of its color
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

// All texts and tables of a figure beside its timeline. Empty parts take no space.
struct FigureTexts {
    std::string title;
    std::string subtitle;
    std::vector<FigureBar> bars;
    std::vector<FigureAnswer> checklist;
    std::string caption;
    std::vector<std::string> provenance;  // one line each
};

struct FigureInput {
    const FigureSubject& subject;
    const FigureTexts& texts;
    float width = 0;   // logical pixels, at minimum kMinFigureWidth
    float height = 0;  // 0: as high as its content
};
inline constexpr float kMinFigureWidth = 400;

// Builds a figure for publication, top to bottom: title, GPU time bars, numbered callouts, the
// timeline (of buildTimeline()), scale bar and key, legend of the callouts, checklist, caption and
// provenance. Nothing overlaps. Callouts whose track is not shown are left out.
// Error: BadArgument if the height is too small for one row of each track.
[[nodiscard]] Result<Figure> buildFigure(const FigureInput& input, const TextMeasure& measure);

// The error of a requested `height` below the minimum.
[[nodiscard]] Error tooLow(float height, float minimum);

}  // namespace gaplight
