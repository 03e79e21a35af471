// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/base/result.h"
#include "core/scene/display/text_measure.h"
#include "core/scene/figure/figure_page.h"
#include "core/scene/figure/figure_scene.h"
#include "core/scene/ranks/rank_chart.h"

namespace gaplight {

struct RanksFigureInput {
    const RankChart& chart;  // shown over its range
    const FigureTexts& texts;
    std::string origin;  // of the ruler: what happens at the begin of the range
    float width = 0;     // logical pixels, at minimum kMinFigureWidth
    float height = 0;    // 0: as high as its content
};

// Builds a figure of lanes of ranks, top to bottom: title, a ruler from the begin of the chart's
// range on, a lane for each rank (its GPU's time; below it collectives from arrival to end, waits
// hatched apart from transfers; late ranks marked), key and scale bar, caption, provenance.
// Error: BadArgument if the height is too small for a strip of each rank.
[[nodiscard]] Result<Figure> buildRanksFigure(const RanksFigureInput& input,
                                              const TextMeasure& measure);

}  // namespace gaplight
