// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/compare/comparison.h"
#include "core/report/figure/session_figure.h"

namespace gaplight {

// Two runs and their comparison; `a` is the baseline. Refers to all three.
struct ComparedScenes {
    const SceneData& a;
    const SceneData& b;
    const Comparison& comparison;
};

struct CompareFigureRequest {
    FigureRequest figure;                 // of the baseline, and common options
    std::optional<TimeRange> otherRange;  // of the other run; empty: the corresponding one
    std::vector<Note> otherNotes;         // of the other, by start
    bool ownScales = false;   // each run fills the width: matching steps are above each other
    bool withVerdict = true;  // and the list of changes
};

// Both runs above each other, bands between corresponding parts, and the changes. Without a range
// or finding both are shown whole, with the first corresponding parts aligned. Without a height it
// has at most 1,600 px where its tracks can be that low. Pure; O(pixels of
// the tracks + overlays + gaps + pairs). Errors: as sessionFigure.
[[nodiscard]] Result<Figure> comparisonFigure(const ComparedScenes& scenes,
                                              const CompareFigureRequest& request,
                                              const TextMeasure& measure);

// "eager → compiled"
[[nodiscard]] std::string comparisonTitle(const ComparedScenes& scenes);
// figureProvenance of both runs.
[[nodiscard]] std::vector<std::string> comparisonProvenance(const ComparedScenes& scenes,
                                                            const std::string& command);

}  // namespace gaplight
