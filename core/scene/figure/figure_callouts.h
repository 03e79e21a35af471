// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/scene/figure/figure_page.h"

namespace gaplight {

// Target of a numbered badge.
struct CalloutTarget {
    std::size_t callout = 0;  // into FigureSubject::callouts
    int number = 0;
    float x = 0;
    float y = 0;       // end of the line
    std::string text;  // beside the badge, if the texts of all targets fit
    // Vertical extents of texts that the line crosses; it is drawn behind them.
    std::vector<std::pair<float, float>> texts;
};

// Height of the strip of badges above the timeline.
inline constexpr float kCalloutStrip = 26;

// Positions of the badges by ascending x, and whether their texts fit beside them.
struct CalloutPlacing {
    bool hasTexts = false;
    std::vector<float> centers;        // of the badges, one for each target
    std::vector<std::size_t> targets;  // index of the target of each badge
};
[[nodiscard]] CalloutPlacing placeCallouts(std::span<const CalloutTarget> targets, float left,
                                           float right, const TextMeasure& measure);

// Draws the badges in the strip that begins at `top`, each with a line to its target.
void drawCallouts(const FigurePage& page, float top, std::span<const CalloutTarget> targets,
                  const CalloutPlacing& placing);

// Draws a number in a disc.
void drawBadge(const FigurePage& page, float x, float y, int number);
inline constexpr float kBadgeRadius = 8;

}  // namespace gaplight
