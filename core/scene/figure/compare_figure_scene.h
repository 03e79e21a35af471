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

// Everything that a comparison's figure says beside its timelines. Empty parts take no room.
struct CompareFigureWords {
    FigureWords sheet;
    std::string runA;  // as it is called beside its timeline
    std::string runB;
    FigureStatus outcome = FigureStatus::Unknown;
    std::string verdict;
    std::vector<std::string> why;
    std::vector<std::string> remarks;                // what to know before believing it
    std::string measured;                            // of what the table is: "a steady step"
    std::vector<std::array<std::string, 5>> deltas;  // measure, A, B, difference, percent
};

struct CompareFigureInput {
    const FigureSubject& a;  // above; ranges of one length have one scale
    const FigureSubject& b;
    std::span<const MatchBand> bands;
    const CompareFigureWords& words;
    float width = 0;   // logical pixels, at least kNarrowestFigure
    float height = 0;  // 0: as high as everything needs
};

// Two timelines above each other, bands between what corresponds, and below them the verdict with
// the measures that changed; else as buildFigure. Callouts of both are numbered through.
[[nodiscard]] Result<Figure> buildCompareFigure(const CompareFigureInput& input,
                                                const TextMeasure& measure);

}  // namespace gaplight
