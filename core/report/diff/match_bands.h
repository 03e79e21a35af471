// SPDX-FileCopyrightText: 2026 The Gaplight authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/compare/comparison.h"
#include "core/scene/panels/match_scene.h"
#include "core/session/session.h"

namespace gaplight {

// Corresponding parts of two runs, drawn as bands between their timelines: the GPU time of steps
// (MeasuredRun::spanOfStep) and of annotations (AnnotationExtent), and pins; if there are none,
// intervals of GPU work between anchors. Without GPU work, the host time of steps and annotations.
// A band is faster or slower only if the verdict is that B improved or regressed and the band's
// difference exceeds the noise floor and 1 / kMinShareOfRun of a step. O(pairs log pairs +
// activities).
[[nodiscard]] std::vector<MatchBand> matchBands(const Session& a, const Session& b,
                                                const Comparison& comparison);

}  // namespace gaplight
