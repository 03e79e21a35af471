// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <span>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/scene/figure/figure_scene.h"
#include "core/scene/panels/match_scene.h"

namespace gaplight {

// All texts and tables of a comparison figure. Empty parts take no space.
struct CompareFigureTexts {
    FigureTexts sheet;
    std::string runA;  // name beside its timeline
    std::string runB;
    FigureStatus outcome = FigureStatus::Unknown;
    std::string verdict;
    std::vector<std::string> why;
    std::vector<std::string> remarks;                // caveats of the verdict
    std::string measured;                            // caption of the table: "a steady step"
    std::vector<std::array<std::string, 5>> deltas;  // measure, A, B, difference, percent
};

struct CompareFigureInput {
    const FigureSubject& a;  // above B; ranges of equal length have equal scale
    const FigureSubject& b;
    std::span<const MatchBand> bands;
    const CompareFigureTexts& texts;
    float width = 0;   // logical pixels, at least kMinFigureWidth
    float height = 0;  // 0: as high as its content
};

// Builds a figure of two timelines, bands between their corresponding parts, and the verdict with
// the changed measures below; otherwise as buildFigure(). Callouts are numbered over both
// timelines.
[[nodiscard]] Result<Figure> buildCompareFigure(const CompareFigureInput& input,
                                                const TextMeasure& measure);

}  // namespace gaplight
