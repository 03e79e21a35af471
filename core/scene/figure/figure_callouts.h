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

// What a numbered badge points at.
struct CalloutTarget {
    std::size_t mark = 0;  // into FigureWords::marks
    int number = 0;
    float x = 0;
    float y = 0;       // end of the line
    std::string text;  // beside the badge, if there is room for those of all
    // From top to bottom of texts in the line's way: it goes behind them.
    std::vector<std::pair<float, float>> texts;
};

// Height of the strip in which badges stand; lines go down from it.
inline constexpr float kCalloutStrip = 26;

// Where badges stand, and whether their texts fit beside them all. In order of x.
struct CalloutPlacing {
    bool hasTexts = false;
    std::vector<float> centers;        // of the badges, one for each target
    std::vector<std::size_t> targets;  // which one each stands for
};
[[nodiscard]] CalloutPlacing placeCallouts(std::span<const CalloutTarget> targets, float left,
                                           float right, const TextMeasure& measure);

// Badges in the strip that begins at `top`, each with a line to its target.
void drawCallouts(const FigurePage& page, float top, std::span<const CalloutTarget> targets,
                  const CalloutPlacing& placing);

// A number in a disc.
void drawBadge(const FigurePage& page, float x, float y, int number);
inline constexpr float kBadgeRadius = 8;

}  // namespace gaplight
