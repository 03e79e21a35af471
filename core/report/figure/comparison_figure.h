// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/compare/comparison.h"
#include "core/report/figure/session_figure.h"

namespace gaplight {

// Two runs and what comparing them gave; `a` is the baseline. All must outlive it.
struct ComparedScenes {
    const SceneData& a;
    const SceneData& b;
    const Comparison& comparison;
};

struct CompareFigureRequest {
    FigureRequest figure;                 // of the baseline, and what both share
    std::optional<TimeRange> otherRange;  // of the other; empty: what corresponds
    std::vector<Note> otherNotes;         // of the other, by start
    bool ownScales = false;               // each fills the width: what corresponds stands upright
    bool withVerdict = true;              // and with what changed
};

// Both runs above each other with what corresponds between them, and what changed. Without a range
// or finding all of both, one's first part that corresponds below the other's.
// Pure; O(pixels of the tracks + overlays + gaps + pairs). Errors: as sessionFigure.
[[nodiscard]] Result<Figure> comparisonFigure(const ComparedScenes& scenes,
                                              const CompareFigureRequest& request,
                                              const TextMeasure& measure);

// "eager → compiled"
[[nodiscard]] std::string comparisonTitle(const ComparedScenes& scenes);
// As figureProvenance, a line for each run.
[[nodiscard]] std::vector<std::string> comparisonProvenance(const ComparedScenes& scenes,
                                                            const std::string& command);

}  // namespace gaplight
